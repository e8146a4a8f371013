# tests/terminal.sh - what people read on a terminal: decimals where they are short, rolls where dice are rolled, no pay below zero.
. "$(dirname "$0")/tap.sh"

# says NAME PATTERN COMMAND...: passes when what the command prints fits the pattern.
says() {
    local name=$1 pattern=$2
    shift 2
    "$@" >"$scratch/said" 2>&1 </dev/null
    if grep -qE -- "$pattern" "$scratch/said"; then pass "$name"; else fail "$name" "$scratch/said"; fi
}

# ---- fractions ----

says "the most that can be lost, as a decimal" 'can lose at most 41\.75 units in one roll: a roll of 1-1\.$' "$felt" odds craps --together
says "and exactly in JSON" '"167/4"' "$felt" odds craps --together --json
says "a limit on a card" 'at most 1\.5 times that stake' "$felt" show craps
says "a limit that was passed" 'expected at most 1\.2 times the 10\.00 on what' \
    "$felt" sim craps --set odds-limit=single --bankroll 1000 --bets pass:10,dont-pass:10,dont-pass-odds/6:50
cat >"$scratch/thirds.felt" <<'END'
sheet "Thirds"
game craps

wager "Base" as base
  7 rolled   pays 1 to 1
  otherwise  loses

wager "More" as more
  needs base, at most 4/3 times its stake
  7 rolled   pays 1 to 1
  otherwise  loses
END
says "a fraction that no short decimal is" 'at most 4/3 times that stake' "$felt" show "$scratch/thirds.felt"

# ---- fair pays ----

cat >"$scratch/generous.felt" <<'END'
sheet "Generous"
game craps

wager "Gift" as gift
  7 rolled   pays 100 to 1
  2 rolled   pays 1 to 1
  otherwise  loses
END
says "a whole number of rolls is said once" '^ +rolls +4; edge per roll' "$felt" odds craps --explain place
says "no pay makes it fair" '^ +2 rolled +pays 1 to 1 .* none$' "$felt" odds "$scratch/generous.felt" --explain gift
wants "no fair pay is below zero" 1 grep -qE -- '-[0-9.]+ to 1' "$scratch/said"
says "and none in JSON" '"fair": null' "$felt" odds "$scratch/generous.felt" --json

# ---- rolls ----

says "wagers on one roll" '^Wagers on one roll$' "$felt" odds craps --together
says "wagers on one round" '^Wagers on one round$' "$felt" odds baccarat --together
cat >"$scratch/dice.felt" <<'END'
sheet "Dice"
game craps

wager "Twice" as twice
  7 rolled   pays 1 to 1
  7 rolled   pays 2 to 1
  otherwise  loses

wager "Gap" as gap
  7 rolled   pays 1 to 1
END
says "a row that no roll decides" 'error: no roll that can come is decided by this row' "$felt" check "$scratch/dice.felt"
says "a roll that no row decides" 'error: no row decides this roll' "$felt" check "$scratch/dice.felt"
says "its odds" "'gap' does not decide every roll" "$felt" odds "$scratch/dice.felt" --wager gap
finish
