"""tests/python_numpy.py - buffers of the package and arrays of NumPy share their memory."""
import felt
import numpy

dealt = felt.shoes(100, decks=6)
array = numpy.asarray(dealt)
assert array.shape == (100, 312) and array.dtype == numpy.uint8
assert array.__array_interface__["data"][0] == numpy.frombuffer(dealt, dtype=numpy.uint8).__array_interface__["data"][0]
array[0, 0] = 0x1D
assert dealt[0, 0] == 0x1D, "it was copied"
for shoe in array[1:]:
    assert all(numpy.count_nonzero(shoe % 16 == rank) == 24 for rank in range(1, 14))
table = felt.Table("golden-bacc", decks=8)
shoes = numpy.full((20, 13), 32, dtype=numpy.int32)
shoes[:, 6] -= numpy.arange(20, dtype=numpy.int32)
counts = numpy.asarray(table.rows("super-7", shoes))
assert counts.dtype == numpy.uint64 and counts.shape[0] == 20
cards = shoes.sum(axis=1).astype(object)
deals = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
assert (counts.sum(axis=1) == deals).all()
for i in (0, 19):
    exact = table.odds("super-7", shoe=[int(n) for n in shoes[i]])[0]
    assert [int(n) for n in counts[i]] == [int(row.probability * deals[i]) for row in exact.rows]
shoes.flags.writeable = False
assert (numpy.asarray(table.rows("super-7", shoes)) == counts).all(), "a buffer that may only be read is read"
for other in (shoes.astype(numpy.int64), numpy.asfortranarray(shoes), shoes[::2], shoes.astype(float), shoes.reshape(10, 26),
shoes.reshape(2, 10, 13),
              shoes.astype(">i4")):
    try:
        table.rows("super-7", other)
    except ValueError as why:
        assert "numpy.ascontiguousarray(shoes, dtype=numpy.int32)" in str(why), why
    else:
        raise AssertionError(f"{other.dtype} {other.shape} was taken for shoes")
kept = numpy.asarray(felt.shoes(50, seed=3))  # nobody else holds the buffer
first = kept.tobytes()
del dealt, array
for seed in range(4, 20):
    felt.shoes(50, seed=seed)
assert kept.tobytes() == first and not kept.flags.owndata, "the array keeps the buffer alive, and has no copy"
