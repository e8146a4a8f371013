#!/bin/bash
# tests/deb.sh - the Debian packages: lintian finds no error, and in a clean root they are installed, used, upgraded and purged.
#
#   tests/deb.sh FOLDER     with the packages of `make deb`; needs root, and a mirror for the clean root
set -u
folder=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
count=0 failed=0
wants() {
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/said" 2>&1 </dev/null; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed -n '1,30s/^/# /p' "$work/said"
        failed=1
    fi
}
work=$(mktemp -d)
root=$work/root
trap 'umount "$root/proc" 2>/dev/null; rm -rf "$work"' EXIT

wants "lintian finds no error" lintian --fail-on error "$folder"/*.changes

# An older version to upgrade from: the same, with a smaller number.
mkdir "$work/old"
for package in "$folder"/*.deb; do
    case "$package" in *dbgsym*) continue ;; esac
    version=$(dpkg-deb -f "$package" Version)
    dpkg-deb -R "$package" "$work/unpacked"
    sed -i "s/\b$version\b/$version~old/" "$work/unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$work/unpacked" "$work/old/$(basename "$package")" >/dev/null
    rm -rf "$work/unpacked"
done
mkdir "$work/new"
cp "$folder"/*.deb "$work/new"
rm -f "$work"/new/*dbgsym*

if ! mmdebstrap --variant=apt --quiet "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" >"$work/log" 2>&1; then
    tail -3 "$work/log" | sed 's/^/# /'
    echo "1..$count # a clean root cannot be had here"
    exit "$failed"
fi
cp -R "$work/old" "$work/new" "$root/tmp/"
inside() {
    chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}
cp /etc/resolv.conf "$root/etc/"
mount -t proc proc "$root/proc" # a program asks it where it is
wants "the clean root knows its mirror" inside apt-get -qq update
wants "the older packages are installed with what they need" inside sh -c 'apt-get -qq install --no-install-recommends -y /tmp/old/*.deb'
wants "they are upgraded" inside sh -c 'apt-get -qq install --no-install-recommends -y /tmp/new/*.deb'
wants "felt finds its sheets" inside felt check baccarat craps
wants "felt has its manual" inside sh -c 'gunzip -c /usr/share/man/man1/felt.1.gz | grep -q felt'
wants "felt hands over to its server" inside felt serve --help
wants "and has what spreadsheets need" inside felt par tiger --sample 0 --xlsx -o /tmp/tiger.xlsx
wants "Python gives a fraction" inside python3 -c \
    'import felt; assert str(felt.Table("baccarat").odds("tie", decks=8, tie_pay=9)[0].edge) == "63053127805/1301666217579"'
wants "they are purged" inside sh -c 'dpkg --purge python3-felt libfelt-dev felt libfelt0'
wants "and nothing is left of them" sh -c "! find '$root/usr' '$root/etc' '$root/var/lib' -path '$root/var/lib/apt' -prune -o \
    -path '$root/var/lib/dpkg' -prune -o -iname '*felt*' -print | grep ."
echo "1..$count"
exit "$failed"
