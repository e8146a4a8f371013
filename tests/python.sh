# tests/python.sh - the Python package: docs/python.md is run as it stands, and the package agrees with the program on every shipped sheet.
. "$(dirname "$0")/tap.sh"

build=$(dirname "$felt")
export FELT_LIBRARY=$build/src/libfelt-report.so FELT_RULES=$root/rules PYTHONPATH=$root/bindings/python PYTHONDONTWRITEBYTECODE=1
python=$(command -v /usr/bin/python3 || command -v python3)

wants "docs/python.md prints what it says" 0 "$python" -m doctest docs/python.md
wants "so does the package's own description" 0 "$python" -c 'import doctest, felt, sys; sys.exit(doctest.testmod(felt).failed)'
for sheet in rules/*.felt; do
    wants "$(basename "$sheet"): the package and the program give the same odds" 0 "$python" tests/python_agrees.py "$felt" "$sheet"
done
wants "what is refused says why" 0 "$python" tests/python_refuses.py
wants "arrays of NumPy's are read and made without copying" 0 "$python" tests/python_numpy.py
finish
