# tests/crew.sh FELT - `felt count` by several processes and on a device: the same bytes as by one.
#
# A machine without mpirun or without a device of OpenCL has nothing to compare; `make test` installs both.
. "$(dirname "$0")/tap.sh"

# On one machine there is nobody to log in to, and a container may not read the memory of its neighbours.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm_rsh_agent= OMPI_MCA_btl_vader_single_copy_mechanism=none
asked="golden-bacc --wager super-7 --decks 8 --set base-bet=not-required --cut 14,52 --json --threads 1"

# count FILE FLAGS...; crew PROCESSES FILE FLAGS...: what is said goes into the file.
count() {
    "$felt" count $asked "${@:2}" >"$scratch/$1"
}
crew() {
    mpirun --oversubscribe -n "$1" "$felt" count $asked "${@:3}" >"$scratch/$2"
}
same() {
    wants "$1" 0 cmp "$scratch/one" "$scratch/$2"
}

wants "one process deals" 0 count one --shoes 700
if command -v mpirun >/dev/null && [ -x "$(dirname "$felt")/felt-crew" ]; then
    for processes in 2 3; do
        wants "$processes processes deal" 0 crew "$processes" several --shoes 700
        same "$processes processes say the same as one" several
    done
    wants "a crew saves its state" 0 crew 2 part --shoes 300 --checkpoint "$scratch/state"
    wants "another one goes on from it" 0 crew 3 whole --shoes 700 --checkpoint "$scratch/state"
    same "and comes to the same end" whole
    wants "a process alone finds nothing left to deal" 0 count again --shoes 700 --checkpoint "$scratch/state"
    same "and says the same" again
    wants "one process finds what would be safe" 0 count safe-one --shoes 300 --safe 0.5
    wants "a crew finds what would be safe" 0 crew 2 safe-two --shoes 300 --safe 0.5 --picture "$scratch/safe.svg" --plot cut
    wants "and says the same" 0 cmp "$scratch/safe-one" "$scratch/safe-two"
    wants "its first process draws the picture" 0 grep -q '</svg>' "$scratch/safe.svg"
    printf 'felt exposure 1\nno' >"$scratch/state"
    wants "a crew refuses a state that is damaged" 4 crew 2 none --shoes 700 --checkpoint "$scratch/state"
else
    pass "a crew says the same as one process # SKIP there is no mpirun"
fi
if count probe --shoes 1 --device gpu 2>/dev/null; then
    wants "a device deals" 0 count device --shoes 700 --device gpu
    same "a device says the same" device
else
    pass "a device says the same # SKIP there is no device of OpenCL"
fi
wants "no other kind of device is known" 2 count none --device fpga
finish
