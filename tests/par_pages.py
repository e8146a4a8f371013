#!/usr/bin/env python3
"""tests/par_pages.py - is every page of these PDF files at least half full, but the last of a part?

    par_pages.py FILE.pdf...

Asks pdftotext where the lowest text of each page stands, head and foot left out. A part ends where the next page's running head names
another. Prints "all full", or the pages that are not.
"""
import re
import subprocess
import sys

HEAD, FOOT = 72.0, 794.0  # as in src/report/par_table.h


def pages(path):
    boxes = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=True).stdout
    for page in boxes.split("<page ")[1:]:
        words = [(float(m[1]), float(m[2]), m[3]) for m in re.finditer(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<', page)]
        first = min(y for y, _, _ in words)
        head = " ".join(word for y, _, word in words if y < first + 3)
        lowest = max((bottom for y, bottom, _ in words if HEAD - 2 <= y < FOOT), default=HEAD)
        yield head, (lowest - HEAD) / (FOOT - HEAD)


empty = []
for path in sys.argv[1:]:
    listed = list(pages(path))
    for number, (head, full) in enumerate(listed, 1):
        last = number == len(listed) or listed[number][0] != head
        if full < 0.5 and not last:
            empty.append(f"{path.split('/')[-1]} page {number}: {full:.0%}")
print("\n".join(empty) or "all full")
