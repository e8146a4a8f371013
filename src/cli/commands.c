/* src/cli/commands.c - the table of verbs and their help. The man pages in docs/man say more; tests/man.sh keeps the two in step. */
#include "cli.h"

#define COLOR_HELP "  --color=auto|always|never   color on a terminal, always or never\n  --help                      print this\n"

/* How files of other people are read. */
#define MAP_HELP                                                                                                                           \
    "  --map FIELD=COLUMN          what the files call a field, such as stake=Amount; may be repeated\n"                                   \
    "  --map-file FILE             such lines from a file; FILE.map beside a file of rounds or bets is\n"                                  \
    "                              read anyway\n"                                                                                          \
    "  --separator SEP             comma, semicolon, tab or pipe; without it, the one seen in the first row\n"                             \
    "  --decimal MARK              point or comma, where an amount such as 1,234 may be read in two ways\n"                                \
    "  --dice plain|faces          faces: dice are always both faces, and 34 and 3,4 one roll\n"                                           \
    "  --sort                      the files are not sorted by round: sort them first\n"

const command cli_commands[] = {
    {"check", "examine sheets: every mistake, and every outcome that can occur",
     "usage: felt check [SHEET...] [--json] [--all] [--name NAME] [--color=WHEN]\n\n"
     "Compiles sheets, examines what they say by going through every outcome that can\n"
     "occur in play, and computes what they are worth. Without a SHEET, all shipped ones.\n"
     "Exit 1 when an error remains that the sheet does not accept.\n\n"
     "  --json                      findings as a JSON array, accepted ones included\n"
     "  --all                       findings that the sheet accepts, too\n"
     "  --name NAME                 what a sheet on standard input (SHEET is -) is called\n" COLOR_HELP,
     cmd_check},
    {"show", "print a sheet as a rule card",
     "usage: felt show SHEET [--set OPTION=CHOICE]... [--wager NAME]... [--markdown|--json] [--color=WHEN]\n\n"
     "Prints a sheet as a rule card, for the choices given with --set.\n\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated\n"
     "  --wager NAME                only this wager or group, by short or printed name;\n"
     "                              may be repeated\n"
     "  --markdown                  as Markdown\n"
     "  --json                      the words of the card as a JSON object\n" COLOR_HELP,
     cmd_show},
    {"list", "list sheets and their wagers",
     "usage: felt list [SHEET...] [--json] [--names] [--color=WHEN]\n\n"
     "Lists sheets with their wagers, sides and options. Without a SHEET, all shipped ones.\n\n"
     "  --json                      as a JSON array\n"
     "  --names                     only the names of the sheets\n" COLOR_HELP,
     cmd_list},
    {"look", "say all about a sheet while it is written, for an editor",
     "usage: felt look SHEET|- [--at LINE:COLUMN] [--color=WHEN]\n\n"
     "Prints one JSON object: the findings of a check and, where the sheet compiles, its rule card, the\n"
     "places of its pays in the text, and the exact odds of every wager that decides every round. The\n"
     "exit status is that of felt check.\n\n"
     "  --at LINE:COLUMN            instead, the words that may stand at this place, as a JSON array\n" COLOR_HELP,
     cmd_look},
    {"new", "ask four questions and write a first sheet with its cases",
     "usage: felt new [FILE] [--title NAME] [--game GAME] [--wager NAME] [--row ROW]... [--color=WHEN]\n\n"
     "Asks for the name of the sheet, its game, the name of a wager and what it pays, one row a line, and\n"
     "writes FILE, or a file named after the sheet, with a case for every row in a file beside it. What an\n"
     "option says is not asked. Nothing is written that 'felt check' or 'felt test' would refuse, and no\n"
     "file is replaced.\n\n"
     "  --title NAME                the printed name of the sheet\n"
     "  --game GAME                 baccarat or craps\n"
     "  --wager NAME                the printed name of the wager\n"
     "  --row ROW                   what wins and what it pays, such as 'both have pairs pays 20 to 1'; may be\n"
     "                              repeated, and what is left over loses\n" COLOR_HELP,
     cmd_new},
    {"fmt", "lay out sheets in the canonical way",
     "usage: felt fmt [--check] [--write] [FILE...|-]\n\n"
     "Prints sheets in their canonical layout. Words, order and comments are kept.\n"
     "Without a FILE, standard input.\n\n"
     "  --check                     print the names of files that are not laid out so; exit 1 if any\n"
     "  --write                     change the files instead of printing\n" COLOR_HELP,
     cmd_fmt},
    {"odds", "compute what every wager is worth, exactly",
     "usage: felt odds [SHEET...] [--wager NAME]... [--decks N]... [--set OPTION=CHOICE]... [--shoe SPEC]\n"
     "                 [--sort KEY] [--explain WAGER] [--together] [--rounds N,N,...] [--name NAME]\n"
     "                 [--json|--csv|--markdown]\n\n"
     "Prints the house's edge, the hit frequency and the standard deviation of every wager, for\n"
     "every combination of choices that makes a difference; --json and --csv list all others, too.\n"
     "Without a SHEET, all shipped ones.\n\n"
     "  --wager NAME                only this wager or group, by short or printed name;\n"
     "                              may be repeated\n"
     "  --decks N                   only shoes of N decks; may be repeated\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated.\n"
     "                              SHEET/OPTION=CHOICE is for one sheet\n"
     "  --shoe SPEC                 from this shoe: 13 numbers (ace, 2, ... king) with commas, or\n"
     "                              decks less cards, such as 8-9,9,K\n"
     "  --sort KEY                  by edge, hit or sd\n"
     "  --explain WAGER             show the working: rows, pays, combinations, contributions\n"
     "  --together                  wagers on one round: correlations, and what the house can lose\n"
     "  --rounds N,N,...            with --json: where so many bets end, as quantiles of the net win\n"
     "  --name NAME                 what a sheet on standard input (SHEET is -) is called\n"
     "  --json                      as a JSON array, fractions as \"p/q\"\n"
     "  --csv                       as comma-separated values\n"
     "  --markdown                  as Markdown\n" COLOR_HELP,
     cmd_odds},
    {"count", "say what a card counter can know of wagers dealt from a shoe",
     "usage: felt count [SHEET...] [--wager NAME]... [--decks N]... [--set OPTION=CHOICE]... [--shoe SPEC]\n"
     "                  [--tags T,T,... [--trigger N] | --perfect] [--second-order] [--known-card] [--known-last N]\n"
     "                  [--shoes N] [--cut N] [--cut-rule RULE]\n"
     "                  [--burn RULE] [--true-count RULE] [--seed N] [--threads N] [--checkpoint FILE]\n"
     "                  [--device cpu|gpu] [--groups] [--safe UNITS] [--picture FILE [--plot WHAT]] [--name NAME] [--json]\n\n"
     "Prints what every wager is worth to the player, and the effect of removal of one card of each\n"
     "rank: by how much it changes that, exactly; then the counting systems that follow it best; then,\n"
     "from dealt shoes, what a perfect player and each system would win. Sheets that are not dealt from\n"
     "a shoe have none.\n\n"
     "  --wager NAME                only this wager or group, by short or printed name;\n"
     "                              may be repeated\n"
     "  --decks N                   only shoes of N decks; may be repeated\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated.\n"
     "                              SHEET/OPTION=CHOICE is for one sheet\n"
     "  --shoe SPEC                 from this shoe: 13 numbers (ace, 2, ... king) with commas, or\n"
     "                              decks less cards, such as 8-9,9,K\n"
     "  --tags T,T,...              a counting system of your own: ten whole numbers, A to 9 and T\n"
     "  --trigger N                 the true count from which on --tags bet, such as 4, 2.5 or 7/2; without\n"
     "                              it, and for all other systems, the best is found\n"
     "  --perfect                   no counting systems: what perfect play wins alone\n"
     "  --shoes N                   deal N shoes (2000); 20k, 5M and 1G mean thousands, millions and\n"
     "                              thousands of millions; 0: none\n"
     "  --cut N                     so many cards behind the cut card (14); 14,26,52 or 14..104: each of them\n"
     "  --cut-rule RULE             one-more, always-one-more or last-round, as of 'felt sim'\n"
     "  --burn RULE                 value, one or none, as of 'felt sim'\n"
     "  --true-count RULE           the true count divides by all cards that are unseen, or undealt\n"
     "  --seed N                    other shoes (1)\n"
     "  --threads N                 as many as there are processors, unless said otherwise\n"
     "  --checkpoint FILE           save what was dealt every few seconds, and go on from there\n"
     "  --device gpu                deal on the best device of OpenCL; the results are the same\n"
     "  --groups                    instead of every wager, each group and the whole table: everything\n"
     "                              favourable is bet at once\n"
     "  --safe UNITS                what would keep a perfect player below so many units a shoe: cards behind the\n"
     "                              cut card, or a lower pay of one row\n"
     "  --second-order              what pairs of cards do, and how much of it all a linear count follows\n"
     "  --known-card                what it is worth to see one card of the coming round\n"
     "  --known-last N              what it is worth to know the last N cards, 6 to 14\n"
     "  --picture FILE              a picture, too, with a panel for each wager: FILE ends in .svg or .png\n"
     "  --plot WHAT                 what it shows: effects of removal (the default); depth, the edge by cards not\n"
     "                              seen; cut, units won by cut card; or values, how often which comes\n"
     "  --name NAME                 what a sheet on standard input (SHEET is -) is called\n"
     "  --json                      as a JSON array\n" COLOR_HELP,
     cmd_count},
    {"design", "find pays that meet a target",
     "usage: felt design SHEET --wager NAME --edge LEAST..MOST [--hit BAND] [--sd BAND] [--top BAND]\n"
     "                   [--exposure X [--cut N] [--shoes N] [--seed S] [--cut-rule RULE] [--burn RULE]]\n"
     "                   [--max-pay N] [--pays LIST] [--row ROW=BAND]... [--fix ROW[=PAY]]... [--free ROW|all]...\n"
     "                   [--any-order] [--column NAME] [--prefer WHAT] [--decks N]... [--set OPTION=CHOICE]...\n"
     "                   [--work N] [--limit N] [--pick N] [--write FILE] [--name NAME] [--json|--csv]\n\n"
     "Finds paytables: the rows of a wager are given, and its pays are to be found, so that what is asked for\n"
     "holds under every number of decks, side, reading and option that --decks and --set leave. Prints how many\n"
     "there are, the best, and the frontier of edge, deviation and top pay, as rows to be pasted into a sheet.\n"
     "Exit 1 when there is none; then it says why. A BAND is LEAST..MOST, and either may be left out.\n\n"
     "  --wager NAME                the wager, by short or printed name; all its sides\n"
     "  --edge BAND                 what the house is to have, such as 5%..8%\n"
     "  --hit BAND                  how often the wager is to win, which the rows decide alone\n"
     "  --sd BAND                   the standard deviation of what a unit wins, such as ..4.5\n"
     "  --top BAND                  the highest pay, such as 50..200\n"
     "  --exposure X                a perfect counter wins at most X units a shoe, by the mean of dealt shoes\n"
     "  --cut N                     cards behind the cut card (14)\n"
     "  --shoes N                   deal N shoes (2000)\n"
     "  --seed S                    those of seed S (1)\n"
     "  --cut-rule RULE             one-more (the default), always-one-more or last-round\n"
     "  --burn RULE                 value (the default), one or none\n"
     "  --max-pay N                 no pay above N to 1\n"
     "  --pays LIST                 only these pays, such as 1,2,5,10..20; casino: those that casinos print;\n"
     "                              whole, the default: every whole number\n"
     "  --row ROW=BAND              what comes back through a row, such as 1=5%..20%; rows are counted from 1;\n"
     "                              may be repeated\n"
     "  --fix ROW=PAY               hold the pay of a row; without =PAY, as printed; may be repeated\n"
     "  --free ROW                  find a printed pay, too, where others are unset; all: all of them;\n"
     "                              may be repeated\n"
     "  --any-order                 rarer rows may pay less\n"
     "  --column NAME               the column of the paytable to replace, or a new one to add\n"
     "  --prefer WHAT               the best is: edge=6.5%, the nearest to that (edge alone, the default: to the\n"
     "                              middle of the band); low-sd; high-top; near-printed\n"
     "  --decks N                   only shoes of N decks; may be repeated\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated\n"
     "  --work N                    give up after N steps (200000000)\n"
     "  --limit N                   show N of the frontier (20; with --json and --csv all); 0: all\n"
     "  --pick N                    show, and with --write write, number N of the frontier instead of the best\n"
     "  --write FILE                write the sheet with the best pays, and nothing else changed; - is\n"
     "                              standard output\n"
     "  --name NAME                 what a sheet on standard input (SHEET is -) is called\n"
     "  --json                      as a JSON object, fractions as \"p/q\"\n"
     "  --csv                       the frontier as comma-separated values\n" COLOR_HELP,
     cmd_design},
    {"par", "write the PAR document of a sheet, for a laboratory to sign",
     "usage: felt par SHEET [--wager NAME]... [--decks N]... [--set OPTION=CHOICE]... [--rounds N,N,...]\n"
     "                [--sample N] [--seed N] [--fractions] [--cover FILE] [--title TEXT] [--number TEXT]\n"
     "                [--revision TEXT] [--jurisdiction TEXT] [--requester TEXT] [--laboratory TEXT]\n"
     "                [--received TEXT] [--issued TEXT] [-o FILE | --output FILE] [--name NAME]\n"
     "                [--markdown | --xlsx]\n\n"
     "Writes one document for the wagers of a sheet under the choices given: cover, contents, findings, a\n"
     "section for each wager with every pay, its probability and what follows from them, and a column for\n"
     "each choice that is left; the sheet itself; one page to sign. A PDF file, SHEET.par.pdf, unless told\n"
     "otherwise.\n\n"
     "  --wager NAME                only this wager or group, by short or printed name;\n"
     "                              may be repeated\n"
     "  --decks N                   only shoes of N decks; may be repeated\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated\n"
     "  --rounds N,N,...            numbers of rounds for the ranges of the realised return\n"
     "                              (1000,10000,100000,1000000)\n"
     "  --sample N                  rounds or rolls to simulate beside the exact figures (1M); 0: none\n"
     "  --seed N                    of the simulation (1)\n"
     "  --fractions                 with an appendix of all exact fractions\n"
     "  --cover FILE                what the cover says, in lines such as 'number: PAR-17'\n"
     "  --title TEXT                the same, and before the file: the title instead of the sheet's name\n"
     "  --number TEXT               number of the document\n"
     "  --revision TEXT             its revision\n"
     "  --jurisdiction TEXT         for which it is written\n"
     "  --requester TEXT            who asked for it\n"
     "  --laboratory TEXT           who writes it\n"
     "  --received TEXT             when the game was handed in\n"
     "  --issued TEXT               when the document was\n"
     "  -o FILE, --output FILE      where to write; - is standard output\n"
     "  --name NAME                 what a sheet on standard input (SHEET is -) is called\n"
     "  --markdown                  as Markdown, to standard output unless --output says where\n"
     "  --xlsx                      as a spreadsheet, SHEET.par.xlsx: pays may be changed, and figures follow\n" COLOR_HELP,
     cmd_par},
    {"export", "write compiled wagers as JSON, for other programs to step and pay",
     "usage: felt export SHEET [--wager NAME]... [--set OPTION=CHOICE]... [--hashes] [-o FILE]\n"
     "       felt export SHEET --lookup [--wager NAME]... [--decks N]... [--set OPTION=CHOICE]...\n"
     "                   [--format csv|ndjson] [--scale N] [-o FILE]\n\n"
     "Writes the wagers of a sheet as they are after compiling, one for each combination of choices: states,\n"
     "what each event does, pays, what a bet needs. docs/compiled.md describes every field. With --lookup,\n"
     "outcomes with whole weights and pays instead, as engines read them; docs/lookup.md has the columns.\n\n"
     "  --wager NAME                only this wager or group, by short or printed name;\n"
     "                              may be repeated\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated\n"
     "  --hashes                    only a line for each: sheet, wager, side, choices, hash\n"
     "  --lookup                    id, weight and payout of every row that can decide\n"
     "  --decks N                   only shoes of N decks; may be repeated\n"
     "  --format csv|ndjson         of a lookup table, csv by default\n"
     "  --scale N                   payouts are whole numbers of 1/N of what was staked (100)\n"
     "  -o FILE, --output FILE      write to FILE\n" COLOR_HELP,
     cmd_export},
    {"settle", "pay recorded bets: rounds and bets in, pays out",
     "usage: felt settle SHEET... --rounds FILE --bets FILE [--set OPTION=CHOICE]... [--decks N]\n"
     "                   [--rounding RULE] [--min N] [--max N] [--vig-min N] [--vig-unit N]\n"
     "                   [--vig-rounding RULE] [--currency-decimals N] [--map FIELD=COLUMN]... [--map-file FILE]\n"
     "                   [--separator SEP] [--decimal MARK] [--dice plain|faces] [--sort] [--strict] [--format csv|ndjson]\n"
     "                   [-o FILE]\n\n"
     "Reads rounds and bets, CSV or NDJSON, both sorted by round, and writes every bet with\n"
     "what it is paid. A round that cannot be settled whole is not settled at all. Bad rows are\n"
     "reported and passed over. Exit 1 when a round was misdealt, else 4 when there were bad rows.\n\n"
     "  --rounds FILE               cards or rolls of each round; - is standard input\n"
     "  --bets FILE                 wager, side and stake of each bet; - is standard input\n"
     "  --set OPTION=CHOICE         the table's choice; may be repeated. The default is the first.\n"
     "                              SHEET/OPTION=CHOICE is for one sheet\n"
     "  --decks N                   the shoe has N decks. The default is the largest number\n"
     "  --rounding RULE             floor (the default), nearest-half-up or up\n"
     "  --min N                     the least that may be staked\n"
     "  --max N                     the most that may be staked\n"
     "  --vig-min N                 the smallest vig that is handed over beside a stake\n"
     "  --vig-unit N                such a vig is a whole number of N\n"
     "  --vig-rounding RULE         to which it is rounded: floor (the default), nearest-half-up, up\n"
     "  --currency-decimals N       amounts have N digits after the point, 2 by default\n" MAP_HELP
     "  --strict                    stop at the first bad row; exit 4\n"
     "  --format FORMAT             write csv or ndjson; the default is the format of the bets\n"
     "  -o FILE, --output FILE      write to FILE\n" COLOR_HELP,
     cmd_settle},
    {"audit", "compare recorded pays with the sheet's",
     "usage: felt audit SHEET... --rounds FILE --bets FILE [--set OPTION=CHOICE]... [--decks N]\n"
     "                  [--rounding RULE] [--min N] [--max N] [--vig-min N] [--vig-unit N]\n"
     "                  [--vig-rounding RULE] [--currency-decimals N] [--map FIELD=COLUMN]... [--map-file FILE]\n"
     "                  [--separator SEP] [--decimal MARK] [--dice plain|faces] [--sort] [--strict] [--json] [--by COLUMNS]\n"
     "                  [--csv FILE] [--by-csv FILE] [--html FILE] [--color=WHEN]\n"
     "       felt audit HISTORY [--json] [--color=WHEN]\n\n"
     "Verifies how every round was dealt, and compares what every bet was paid with what the\n"
     "sheet says: every difference, totals by wager and by kind of mistake, and the edge that\n"
     "came out against the exact one. Exit 1 when a round was misdealt or a bet mispaid, else 4\n"
     "when something could not be compared. A history that 'felt history export' wrote needs no\n"
     "other option: it has its sheets and choices, and each of its tables gets a report.\n\n"
     "  --rounds FILE               cards or rolls of each round; - is standard input\n"
     "  --bets FILE                 bets with a column paid; - is standard input\n"
     "  --set OPTION=CHOICE         the table's choice; may be repeated. The default is the first.\n"
     "                              SHEET/OPTION=CHOICE is for one sheet\n"
     "  --decks N                   the shoe has N decks. The default is the largest number\n"
     "  --rounding RULE             floor (the default), nearest-half-up or up\n"
     "  --min N                     the least that may be staked\n"
     "  --max N                     the most that may be staked\n"
     "  --vig-min N                 the smallest vig that is handed over beside a stake\n"
     "  --vig-unit N                such a vig is a whole number of N\n"
     "  --vig-rounding RULE         to which it is rounded: floor (the default), nearest-half-up, up\n"
     "  --currency-decimals N       amounts have N digits after the point, 2 by default\n" MAP_HELP
     "  --strict                    stop at the first bad row; exit 4\n"
     "  --json                      as a JSON object\n"
     "  --by COLUMNS                break everything down by columns of the files, such as dealer,table;\n"
     "                              hour and day come out of a column time\n"
     "  --csv FILE                  write every finding to FILE, for a spreadsheet\n"
     "  --by-csv FILE               write the groups of --by to FILE\n"
     "  --html FILE                 write a page with pictures to FILE\n" COLOR_HELP,
     cmd_audit},
    {"history", "write the chains of a store as a file that anybody can check",
     "usage: felt history export [--store STORE] [--table NAME] [-o FILE]\n"
     "       felt history verify FILE...\n"
     "       felt history verify --store STORE [--table NAME]\n\n"
     "export writes everything that happened at the tables of a store, with the sheets and\n"
     "compiled wagers, as JSON Lines; docs/history.md describes the file. verify finds any record\n"
     "that was changed, left out or moved, in such a file or in a store, and exits with 1 then. Archives\n"
     "of 'felt store retire' and the file that goes on after them are verified as one: oldest first.\n"
     "'felt verify' also deals and settles everything again.\n\n"
     "  --store STORE               sqlite:FILE (sqlite:felt.db) or postgres://...\n"
     "  --table NAME                only this table\n"
     "  -o FILE, --output FILE      write to FILE\n" COLOR_HELP,
     cmd_history},
    {"verify", "deal every shoe and settle every bet of a history again",
     "usage: felt verify FILE... [--json]\n\n"
     "Reads a history that 'felt history export' wrote, or standard input (-); deals every shoe\n"
     "and every shooter again from the seed that was revealed; settles every bet again; and says\n"
     "what was verified. Exit 1 when anything differs, with where. docs/fairness.md says what\n"
     "this proves. Of several files, archives of 'felt store retire' and what goes on after them,\n"
     "the oldest is the first.\n\n"
     "  --json                      as a JSON object\n" COLOR_HELP,
     cmd_verify},
    {"store", "add up the books of a store, list what is held, copy it, put away what is old",
     "usage: felt store audit|holds [--store STORE] [--json]\n"
     "       felt store backup|restore FILE [--store STORE]\n"
     "       felt store retire --before DATE -o ARCHIVE [--store STORE] [--json]\n\n"
     "audit adds all postings of a store up again and computes every chain again; holds lists the stakes\n"
     "of bets that stand; backup copies a store that no server has open, and restore makes a new one of\n"
     "such a copy. retire writes all that happened at the tables before a date as an archive, which is a\n"
     "history, verifies it, and only then removes it from the store: of each table up to the last finished\n"
     "shoe or hand after which nothing was held. docs/serve.md says what stays.\n\n"
     "  --store STORE               sqlite:FILE (sqlite:felt.db) or postgres://...\n"
     "  --before DATE               YYYY-MM-DD: what happened before that day began, in UTC\n"
     "  -o FILE, --output FILE      the archive; it must not be there yet\n"
     "  --json                      as JSON; amounts are minor units\n" COLOR_HELP,
     cmd_store},
    {"sim", "simulate a table with every wager on, beside the exact figures",
     "usage: felt sim SHEET... [--rounds N | --time T] [--seed S] [--threads K] [--decks N]\n"
     "                [--cut N [--cut-rule RULE] [--burn RULE]] [--set OPTION=CHOICE]... [--json]\n"
     "                [--bankroll B {--bets SPEC | --strategy FILE... [--unit AMOUNT] [--min N] [--max N]}\n"
     "                 [--comp RATE] [--sessions N] [--svg FILE] [--currency-decimals N]]\n\n"
     "Plays whole shoes or shooters with every wager of the sheet on at once, under every combination\n"
     "of choices left, and prints the sampled edge, hit frequency and standard deviation of each beside\n"
     "the exact ones. The same seed gives the same figures on any number of threads.\n"
     "With --bankroll it plays sessions instead; several strategies see the same dice or shoes.\n\n"
     "  --rounds N                  rounds of baccarat or rolls of craps, 10M by default; k, M and G\n"
     "                              are understood. With --bankroll: of each session, 100 by default\n"
     "  --time T                    play for so long instead: 90, 90s, 15m or 2h\n"
     "  --seed S                    a number; 1 by default\n"
     "  --threads K                 as many as there are processors by default\n"
     "  --decks N                   the shoe has N decks. The default is the largest number\n"
     "  --cut N                     a cut card N cards from the end; without it a fixed number of rounds\n"
     "                              is dealt from each shoe\n"
     "  --cut-rule RULE             when it comes out, the round is finished and ... one-more: one more is\n"
     "                              dealt, but not where it came before a first card; always-one-more: also\n"
     "                              there; last-round: none is. The default is one-more\n"
     "  --burn RULE                 value: the first card is shown and as many more are burnt as it counts;\n"
     "                              one: a card face down; none. The default is value\n"
     "  --set OPTION=CHOICE         only this choice; may be repeated\n"
     "  --json                      as a JSON object\n"
     "  --bankroll B                play sessions that begin with B ...\n"
     "  --bets SPEC                 ... and these bets every round: wager:stake or wager/side:stake, with commas;\n"
     "                              without its side, or by the name of a group: a bet on each of them\n"
     "  --strategy FILE             ... or bets by this strategy: a file, or the name of a shipped one such as\n"
     "                              martingale; may be repeated. docs/strategies.md is the language\n"
     "  --unit AMOUNT               what a unit of the strategies is worth, not what they say\n"
     "  --min N                     the least that a strategy may stake on a bet: the table takes no other\n"
     "  --max N                     the most\n"
     "  --comp RATE                 what the house gives back of the expected loss, such as 30%\n"
     "  --sessions N                how many sessions, 10k by default\n"
     "  --svg FILE                  draw the distribution of their results\n"
     "  --currency-decimals N       amounts have N digits after the point, 2 by default\n" COLOR_HELP,
     cmd_sim},
    {"serve", "run live tables, with a bank that loses nothing",
     "usage: felt serve [--listen HOST:PORT] [--store STORE] [--tables FILE] [--key FILE] [--owner URL]\n"
     "                  [--certificate FILE --certificate-key FILE] [--trust-proxy] [--guest CREDITS] [--guest-cap CREDITS]\n"
     "                  [--large-win CREDITS] [--drift-alarm N] [--audit-every HOURS] [--rate N] [--private-idle SECONDS]\n"
     "                  [--backups FOLDER] [--web FOLDER]\n\n"
     "Opens the tables of a tables file to players, over HTTP and WebSocket, on play credits. Ends in order\n"
     "with SIGINT or SIGTERM. docs/serve.md is for who runs it, docs/api.md for who writes a client.\n\n"
     "  --listen HOST:PORT          where to listen (127.0.0.1:8080); port 0 is any that is free\n"
     "  --store STORE               sqlite:FILE (sqlite:felt.db) or postgres://...\n"
     "  --tables FILE               the tables file (the one that comes with Felt)\n"
     "  --key FILE                  the key of seeds that are not revealed yet; made when it is not there\n"
     "  --owner URL                 where clients reach this process, where several share a store\n"
     "  --certificate FILE          TLS: the chain of certificates, and its key\n"
     "  --certificate-key FILE\n"
     "  --trust-proxy               addresses of clients are what X-Forwarded-For says last\n"
     "  --guest CREDITS             what a guest begins with (1000)\n"
     "  --guest-cap CREDITS         what all guests of one address get in a day (20000)\n"
     "  --large-win CREDITS         a bet that wins so much is put into the log of the house (10000); 0: none\n"
     "  --drift-alarm N             a wager that keeps what luck does less than once in N times is an alarm (1000000)\n"
     "  --audit-every HOURS         from one audit of the store to the next (24); 0: only when an operator asks\n"
     "  --rate N                    messages of one player in a minute (30000)\n"
     "  --private-idle SECONDS      a private table that its maker has not used for so long is closed (1800)\n"
     "  --backups FOLDER            where copies of the store go that operators ask for\n"
     "  --web FOLDER                the files of the page (those that come with Felt)\n" COLOR_HELP,
     cmd_serve},
    {"tables", "show what the tables of a tables file would offer",
     "usage: felt tables [FILE] [--table NAME] [--check] [--json] [--color=WHEN]\n"
     "       felt tables - --sheet-at BYTE [--private NAME [--beside SHEET] [--set OPTION=CHOICE]] [--check]\n\n"
     "Reads a tables file and prints each table: its sheets, choices and limits, the wagers it offers\n"
     "with their stakes and the house's edge, and those that are closed, with the reason. Without a\n"
     "FILE, the one that comes with Felt.\n\n"
     "  --table NAME                only this table, by its short name\n"
     "  --check                     print only how much there is; exit 1 when the file is wrong\n"
     "  --json                      as a JSON array\n"
     "  --sheet-at BYTE             FILE is -, and from this byte of it on a sheet stands, which the one\n"
     "                              table before it names as 'posted'; with --check it is checked as well\n"
     "  --private NAME              with --sheet-at 0: a private table of this name, which offers whatever\n"
     "                              the sheet can pay\n"
     "  --beside SHEET              the private table deals this shipped sheet as well\n"
     "  --set OPTION=CHOICE         a choice of the private table\n" COLOR_HELP,
     cmd_tables},
    {"operator", "make, change, remove and list operators of a house",
     "usage: felt operator add NAME | reset NAME | remove NAME | list [--store STORE]\n\n"
     "Looks after the operators of a house, who open and close its tables. The first one can only be\n"
     "made here. The passphrase of add and reset is asked for on the terminal, twice; where standard\n"
     "input is no terminal, it is one line of it. A server that has the file must be stopped before.\n\n"
     "  --store STORE               the store of the house, sqlite:felt.db by default\n" COLOR_HELP,
     cmd_operator},
    {"test", "run cases: rounds, and what each wager must pay",
     "usage: felt test FILE... [--filter PATTERN]... [--tap] [--coverage] [--color=WHEN]\n\n"
     "Runs plain-text cases. Exit 1 when one fails, 4 when a case file is malformed.\n\n"
     "  --filter PATTERN            only cases whose names have this in them or, with * or ?, are like it;\n"
     "                              may be repeated\n"
     "  --tap                       print the Test Anything Protocol\n"
     "  --coverage                  list rows that no case decided; exit 1 if any\n" COLOR_HELP,
     cmd_test},
    {"complete", "say what may come next on a command line, for a shell",
     "usage: felt complete --line LINE\n\n"
     "Prints what may stand at the end of a command line, one candidate a line: verbs, options, sheets,\n"
     "wagers, options and choices of sheets, bets. The scripts for bash, zsh and fish, which 'make install'\n"
     "installs, ask it. A line ':files' or ':files felt' says that files may stand there as well.\n\n"
     "  --line LINE                 the line up to where it is typed, with the program\n" COLOR_HELP,
     cmd_complete},
    {"trace", "follow clauses to rows, to cases and to how those went",
     "usage: felt trace SHEET [--cases FILE]... [--clause TEXT] [--coverage] [--json] [--color=WHEN]\n\n"
     "Prints every clause that the sheet cites, the rows and choices that carry it, the cases that come to\n"
     "each row, and their verdicts. Copies of the sources that the sheet names are compared with its hashes.\n"
     "Exit 1 when a case fails or a copy differs.\n\n"
     "  --cases FILE                a case file; may be repeated. Otherwise the one beside the sheet, SHEET.case,\n"
     "                              and of a sheet that comes with Felt its own. Cases of other sheets are not run\n"
     "  --clause TEXT               only clauses with this text, and cases named after it (TEXT: ...)\n"
     "  --coverage                  exit 1 also when a row that is listed has no case\n"
     "  --json                      as a JSON object\n" COLOR_HELP,
     cmd_trace},
};

const int cli_command_count = sizeof cli_commands / sizeof *cli_commands;
