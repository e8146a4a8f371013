# tests/clauses.sh - `felt trace`: clauses, rows, cases and verdicts; copies of sources and their hashes; every way to go wrong.
. "$(dirname "$0")/tap.sh"

has() { wants "$1" 0 grep -qF "$2" "$3"; }
lacks() { wants "$1" 1 grep -qF "$2" "$3"; }

cases=tests/cases/golden-bacc.case
"$felt" trace golden-bacc --cases $cases >"$scratch/all"
has "a choice carries a clause" '    line 16, tie-pay=8  8 to 1' "$scratch/all"
has "a case comes to a row" '      ok      GB-10: a three-card banker seven beats a standing six  (tests/cases/golden-bacc.case:' "$scratch/all"
wants "every row of golden-bacc has a case, and all pass" 0 grep -qE '^[0-9]+ clauses, [0-9]+ rows, 0 without a case; [0-9]+ cases passed, 0 failed$' "$scratch/all"
wants "as many cases as the file has" 0 grep -q "; $(grep -c '^case ' $cases) cases passed" "$scratch/all"

"$felt" trace golden-bacc --cases $cases --clause GB-1 >"$scratch/one"
has "the cases of one clause" 'GB-1: the player wager' "$scratch/one"
lacks "and not those of another that begins alike" 'GB-10:' "$scratch/one"
"$felt" trace golden-bacc --cases $cases --clause 'SUPER 7; table' >"$scratch/text"
wants "a clause by its text, in any case of letters" 0 grep -q '^1 clause, 2 rows' "$scratch/text"
"$felt" trace golden-bacc --cases $cases --json --clause GB-10 >"$scratch/json"
wants "as JSON" 0 python3 -c '
import json, sys
trace = json.load(open(sys.argv[1]))
[clause] = trace["clauses"]
assert clause["clause"] == "Golden Bacc, Super 7; table", clause
assert [place["row"] for place in clause["places"]] == ["banker wins with 3-card 7", "otherwise"]
assert all(case["verdict"] == "passed" for place in clause["places"] for case in place["cases"])
assert (trace["passed"], trace["failed"]) == (5, 0)' "$scratch/json"

wants "a clause that is misspelt" 0 grep -q "has 'GB-1O'; did you mean 'GB-1" <("$felt" trace golden-bacc --cases $cases --clause GB-1O 2>&1)

# A shipped sheet has its cases with it; those of other sheets are not its own.
"$felt" trace golden-bacc >"$scratch/shipped"
wants "the shipped cases of a shipped sheet" 0 cmp "$scratch/all" "$scratch/shipped"
wants "no row of it lacks one" 0 "$felt" trace golden-bacc --coverage
wants "cases of another sheet" 2 "$felt" trace dice-works --cases $cases
"$felt" trace dice-works --cases $cases --cases tests/cases/dice-works.case >"$scratch/both"
wants "are counted apart" 0 grep -q "; $(grep -c '^case ' tests/cases/dice-works.case) cases passed, 0 failed; $(grep -c '^case ' $cases) of other sheets not run$" "$scratch/both"
sed '/^case "GB-10:/,$d' $cases >"$scratch/few.case"
wants "rows without a case" 0 "$felt" trace golden-bacc --cases "$scratch/few.case"
wants "are a failure where one asks" 1 "$felt" trace golden-bacc --cases "$scratch/few.case" --coverage

# A sheet of one's own, with the case file beside it, and copies of its sources.
cd "$scratch" || exit 1
printf 'the rule\n' >rule.txt
hash=$(sha256sum rule.txt | cut -d' ' -f1)
cat >mine.felt <<SHEET
sheet "Mine"
source "Rule 1", "Us" edition "2" dated "2021-05-14" file "rule.txt" sha256 "$hash"
source "Rule 2" file "none.txt"
source "Rule 3" file "rule.txt"
game craps
wager "Seven" as seven
  cites "clause 1"
  7 rolled pays 4 to 1
  11 rolled pushes cites "clause 2"
  otherwise loses
SHEET
printf 'sheet ./mine.felt\ncase "1: a seven"\n  rolls 3-4\n  expect seven pays 4 to 1\n' >mine.case
"$felt" trace ./mine.felt >out
wants "all is well" 0 "$felt" trace ./mine.felt
has "a copy with its hash" "  source  Rule 1; Us; edition 2; 2021-05-14; rule.txt: the copy has the hash of the sheet, SHA-256 $hash" out
has "a copy that is not there" 'Rule 2; none.txt: cannot be read' out
has "a copy without a hash" "Rule 3; rule.txt: the sheet has no hash of it, SHA-256 $hash" out
has "the case file beside the sheet" 'ok      1: a seven' out
has "a row without a case" '2 clauses, 3 rows, 2 without a case; 1 case passed, 0 failed' out
"$felt" par ./mine.felt --sample 0 --markdown >par.md
has "a PAR document says which edition" "| Source | Rule 1; Us; edition 2; 2021-05-14; rule.txt, SHA-256 $hash |" par.md
has "and a rule card" 'Source: Rule 1 (Us), edition 2, 2021-05-14' <("$felt" show ./mine.felt)
wants "and every JSON that has sources" 0 python3 -c '
import json, subprocess, sys
said = lambda *words: json.loads(subprocess.run([sys.argv[1], *words, "./mine.felt", "--json"], capture_output=True, check=True).stdout)
rule = {"title": "Rule 1", "publisher": "Us", "edition": "2", "date": "2021-05-14", "file": "rule.txt", "sha256": sys.argv[2]}
bare = {**dict.fromkeys(rule, ""), "title": "Rule 2", "file": "none.txt"}
assert said("show")["sources"][:2] == said("list")[0]["sources"][:2] == [rule, bare]
assert said("trace")["sources"][:2] == [{**rule, "copy": "same"}, {**bare, "copy": "missing"}]' "$felt" "$hash"

printf 'case "1: an eleven"\n  rolls 5-6\n  expect seven loses\n' >>mine.case
wants "a case that fails" 1 "$felt" trace ./mine.felt
"$felt" trace ./mine.felt >out
has "and why" 'FAILED  1: an eleven' out
wants "what comes out otherwise stands below it" 0 grep -q 'expected loses, got pushes' out
wants "it stands at the row that it came to" 0 sh -c 'grep -A1 "line 9, seven" out | grep -q FAILED'
printf 'another rule\n' >rule.txt
printf 'sheet ./mine.felt\ncase "1: a seven"\n  rolls 3-4\n  expect seven pays 4 to 1\n' >good.case
wants "a copy that differs" 1 "$felt" trace ./mine.felt --cases good.case
has "is told" 'Rule 1; Us; edition 2; 2021-05-14; rule.txt: the copy is another: its hash differs' <("$felt" trace ./mine.felt --cases good.case)

wants "a full standard output" 4 bash -c '"$0" trace ./mine.felt --cases good.case >/dev/full' "$felt"
wants "and for JSON" 4 bash -c '"$0" trace ./mine.felt --cases good.case --json >/dev/full' "$felt"
mkdir unreadable.txt
sed 's/"rule.txt" sha256.*/"unreadable.txt"/' mine.felt >folder.felt
wants "a copy that is a folder" 4 "$felt" trace ./folder.felt --cases good.case

wants "no sheet" 2 "$felt" trace
wants "two sheets" 2 "$felt" trace craps tiger
wants "a clause that is none" 2 "$felt" trace ./mine.felt --clause nowhere
wants "a case file that is not there" 4 "$felt" trace ./mine.felt --cases none.case
printf 'sheet ./mine.felt\ncase\n' >wrong.case
wants "a case file that is malformed" 4 "$felt" trace ./mine.felt --cases wrong.case
printf 'sheet "Broken"\n' >broken.felt
wants "a sheet that does not compile" 3 "$felt" trace ./broken.felt
finish
