#!/usr/bin/env python3
"""tests/par_pages.py - the pages of PAR documents, as pdftotext sees them.

    par_pages.py FILE.pdf...

Is every page at least half full, but the last of a part? A part ends where the next page's running head names another. Does every section
begin on the page that the contents say? Does no page end with a heading or the titles of a table, and none begin within a group of rows
without its name? Is there one page of signatures, the last, with the hash at its foot? Prints "all well", or what is not.
"""
import re
import subprocess
import sys

HEAD, FOOT = 72.0, 794.0  # as in src/report/par_table.h
HEAD_LINES = 3
WORDS = re.compile(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<')
TITLES = re.compile(r"^\s+\S+=[^%]*$|^\s+(If|Figure|Wager|Finding)\s{2,}")
HEADING = re.compile(r"^\s*(Choices|Contents|Findings|Most the house can lose|How to read the figures|Signatures|Appendix.*)$")
WITHIN = re.compile(r"^\s*(pays|combinations|probability|return|fair pay|House edge|Variance|95 of 100|Bets decided)\s{2,}")
CONTENTS = re.compile(r"^\s*(\d+)\s{2,}(\S.*?)\s{2,}.*\s(?:%|unset|undefined)\s+(\d+)$")


def poppler(*words):
    return subprocess.run(["pdftotext", *words, "-"], capture_output=True, text=True, check=True).stdout


def fill(path):
    """Of each page its running head, and how much of it is full."""
    for page in poppler("-bbox", path).split("<page ")[1:]:
        words = [(float(m[1]), float(m[2]), m[3]) for m in WORDS.finditer(page)]
        first = min(y for y, _, _ in words)
        head = " ".join(word for y, _, word in words if y < first + 3)
        lowest = max((bottom for y, bottom, _ in words if HEAD - 2 <= y < FOOT), default=HEAD)
        yield head, (lowest - HEAD) / (FOOT - HEAD)


def empty_pages(path):
    listed = list(fill(path))
    for number, (head, full) in enumerate(listed, 1):
        last = number == len(listed) or listed[number][0] != head
        if full < 0.5 and not last:
            yield f"page {number}: {full:.0%} full"


def bodies(path):
    """The lines of each page between its head and its foot."""
    for page in poppler("-layout", path).split("\f")[:-1]:
        lines = [line for line in page.split("\n") if line.strip()]
        ends = [i + 1 for i, line in enumerate(lines[:6]) if line.endswith("a column")]  # choices may take more than a line
        yield lines[ends[0] if ends else HEAD_LINES:-1]


def wrong_numbers(pages):
    """Sections that are not where the contents say."""
    rows = [CONTENTS.match(line) for page in pages for line in page]
    sections = {int(m[1]): (m[2], int(m[3])) for m in reversed(rows) if m and int(m[3]) <= len(pages)}
    if not sections:
        yield "no contents"
    for number, (title, page) in sections.items():
        begins = re.compile(rf"^\s*{number}\s+{re.escape(title.split()[0])}")
        if page < 1 or not any(begins.match(line) and not CONTENTS.match(line) for line in pages[page - 1]):
            yield f"section {number} is not on page {page}"


def torn_pages(pages):
    for number, lines in enumerate(pages, 1):
        if TITLES.match(lines[-1]) or HEADING.match(lines[-1]):
            yield f"page {number} ends with {lines[-1].strip()}"
        body = next((line for line in lines if "=" not in line), "")
        if "=" in lines[0] and WITHIN.match(body):
            yield f"page {number} begins within a group: {body.strip()}"


def signatures(path, pages):
    signed = [number for number, lines in enumerate(pages, 1) if any("Prepared by" in line for line in lines)]
    if signed != [len(pages)]:
        yield f"pages to sign: {signed} of {len(pages)}"
    feet = {m for m in re.findall(r"SHA-256 ([0-9a-f]{64})\s+page \d+ of \d+", poppler("-layout", path))}
    if len(feet) != 1 or not any("Content hash" in line and feet <= set(line.split()) for line in pages[-1]):
        yield "the hash that is signed is not the one at the foot of every page"


def main():
    wrong = []
    for path in sys.argv[1:]:
        pages = list(bodies(path))
        found = [*empty_pages(path), *wrong_numbers(pages), *torn_pages(pages), *signatures(path, pages)]
        wrong += [f"{path.split('/')[-1]}: {what}" for what in found]
    print("\n".join(wrong) or "all well")


main()
