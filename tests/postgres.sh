#!/bin/bash
# tests/postgres.sh - runs a command beside a PostgreSQL cluster of its own, in a scratch folder, on a socket only.
#
#   tests/postgres.sh [--optional] COMMAND [ARGUMENT]...
#
# Without PostgreSQL on the machine nothing is run and a test that was left out is reported; with --optional, the command is run without it.
# FELT_POSTGRES is the address of the database, and FELT_POSTGRES_CTL a command: start [OPTION]..., stop, kill, pause, go.
# PostgreSQL does not run as root: then it runs as the user postgres, or as nobody.
set -u

bin=$(pg_config --bindir 2>/dev/null || true)
for folder in "$bin" /usr/lib/postgresql/*/bin; do
    [ -x "$folder/initdb" ] && bin=$folder
done
optional=""
[ "$1" = --optional ] && optional=yes && shift
if [ ! -x "$bin/initdb" ]; then
    [ -n "$optional" ] && exec "$@"
    echo "1..0 # SKIP no PostgreSQL on this machine; scripts/deps build installs it"
    exit 0
fi

scratch=$(mktemp -d /tmp/felt-postgres-XXXXXX)
as=""
if [ "$(id -u)" = 0 ]; then
    user=nobody
    id postgres >/dev/null 2>&1 && user=postgres
    as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
    chown "$user" "$scratch"
fi

cat >"$scratch/ctl" <<END
#!/bin/bash
# The cluster of this test.
cd "$scratch"
pid() { head -1 "$scratch/data/postmaster.pid"; }
case "\$1" in
start) shift; $as "$bin/pg_ctl" -D "$scratch/data" -l "$scratch/log" -w -t 60 -o "-c listen_addresses= -k $scratch \$*" start ;;
stop) $as "$bin/pg_ctl" -D "$scratch/data" -m fast -w -t 60 stop ;;
kill) $as "$bin/pg_ctl" -D "$scratch/data" -m immediate -w -t 60 stop ;;
pause) kill -STOP \$(pid) \$(ps -o pid= --ppid \$(pid)) ;;
go) kill -CONT \$(pid) \$(ps -o pid= --ppid \$(pid)) ;;
esac >>"$scratch/ctl.log" 2>&1 </dev/null
END
chmod 755 "$scratch/ctl"

end() {
    "$scratch/ctl" go
    "$scratch/ctl" kill
    rm -rf "$scratch"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

(cd "$scratch" && $as "$bin/initdb" -D "$scratch/data" -A trust -U felt -N --no-locale -E UTF8) >"$scratch/initdb.log" 2>&1 &&
    "$scratch/ctl" start || {
    echo "1..1"
    echo "not ok 1 - a cluster of PostgreSQL starts"
    sed 's/^/# /' "$scratch/initdb.log" "$scratch/ctl.log" "$scratch/log" 2>/dev/null
    exit 1
}
export FELT_POSTGRES="postgres://felt@/postgres?host=$scratch" FELT_POSTGRES_CTL="$scratch/ctl"
"$@"
