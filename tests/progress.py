# tests/progress.py - the bar of a long run on terminals of many widths: one line, never past the last column, taken away at the end.
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

felt = sys.argv[1]
SIM = ("sim", "dice-works", "--time", "2", "--threads", "1")
PAR = ("par", "craps", "--sample", "5M", "--output", os.devnull)  # may be done before a bar is drawn
RUNS = [(SIM, columns) for columns in (4, 12, 20, 40, 69, 70, 200)] + [(PAR, columns) for columns in (20, 40, 80)]


def begin(words, columns):
    """`felt` with its errors on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = subprocess.Popen([felt, *words], stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    return ours, run


def said(terminal, run):
    seen = b""
    while True:
        try:
            block = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        seen += block
    os.close(terminal)
    return seen.decode("utf-8"), run.wait()


def report(number, good, name, why=""):
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    if not good:
        print(f"# {why!r}")
    return good


def judge(words, columns, text):
    """What is wrong with what was drawn; empty: nothing."""
    plain = re.sub("\033\\[[0-9;]*m", "", text)
    drawn = [line for line in plain.split("\r\033[K") if line]
    if "\n" in plain:
        return "it went to the next line"
    if not drawn and columns > 6 and words is SIM:
        return "nothing was drawn"
    if any(len(line) >= columns for line in drawn):
        return max(drawn, key=len)
    if columns >= 20 and not all(re.search(r"[█░]{3,} +\d+ %", line) for line in drawn):
        return "no bar: " + drawn[0]
    if columns >= 70 and not all("/s, " in line and line.endswith(" left") for line in drawn):
        return "something was left out: " + drawn[0]
    return "" if not drawn or plain.endswith("\r\033[K") else "the bar was left there"


runs = [(words, columns, *begin(words, columns)) for words, columns in RUNS]
good = True
for number, (words, columns, terminal, run) in enumerate(runs, 1):
    text, status = said(terminal, run)
    why = judge(words, columns, text) or ("" if status == 0 else f"exit {status}")
    good = report(number, not why, f"felt {words[0]}, {columns} columns", why) and good
print(f"1..{len(RUNS)}")
sys.exit(0 if good else 1)
