"""The calls of felt/plain.h by ctypes, and where the library and the shipped sheets are found."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import threading
from ctypes import POINTER, byref, c_char_p, c_int, c_int32, c_size_t, c_uint64, c_void_p
from pathlib import Path

OK = 0


class FeltError(Exception):
    """What Felt refused, and why; `status` is the number of felt_status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def _open() -> ctypes.CDLL:
    name = os.environ.get("FELT_LIBRARY") or ctypes.util.find_library("felt-report") or "libfelt-report.so.0"
    try:
        return ctypes.CDLL(name)
    except OSError as why:
        raise ImportError(f"found no {name}: install libfelt, or set FELT_LIBRARY to libfelt-report.so ({why})") from why


def _declare(library: ctypes.CDLL) -> None:
    shapes = {
        "felt_plain_open": [POINTER(c_void_p)],
        "felt_plain_add": [c_void_p, c_char_p, c_char_p, c_size_t],
        "felt_plain_check": [c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_void_p)],
        "felt_plain_list": [c_void_p, POINTER(c_void_p)],
        "felt_plain_odds": [c_void_p, c_char_p, c_char_p, POINTER(c_int32), POINTER(c_void_p)],
        "felt_plain_row_count": [c_void_p, c_char_p, c_char_p],
        "felt_plain_rows": [c_void_p, c_char_p, c_char_p, c_void_p, c_size_t, c_void_p],
        "felt_plain_shoes": [c_void_p, c_int, c_uint64, c_uint64, c_size_t, c_void_p],
        "felt_plain_simulate": [c_void_p, c_char_p, c_char_p, c_uint64, c_uint64, c_int, c_int, POINTER(c_void_p)],
        "felt_plain_settle": [c_void_p, c_char_p, c_char_p, c_int, c_char_p, c_int, c_char_p, c_size_t, c_char_p, c_size_t,
                              POINTER(c_void_p), POINTER(c_void_p)],
    }
    for name, arguments in shapes.items():
        getattr(library, name).argtypes = arguments
        getattr(library, name).restype = c_int
    library.felt_plain_free.argtypes = library.felt_plain_release.argtypes = [c_void_p]
    library.felt_plain_free.restype = library.felt_plain_release.restype = None
    library.felt_plain_error.argtypes = [c_void_p]
    library.felt_plain_error.restype = c_char_p


LIBRARY = _open()
_declare(LIBRARY)


class Handle:
    """A felt_plain, freed with its Python object. Threads wait for one another: ctypes lets them run side by side in the library."""

    def __init__(self) -> None:
        self.pointer = c_void_p()
        self.lock = threading.Lock()
        if LIBRARY.felt_plain_open(byref(self.pointer)) != OK:
            raise MemoryError

    def __del__(self) -> None:
        LIBRARY.felt_plain_free(self.pointer)

    def fail(self, status: int) -> FeltError:
        return FeltError(status, LIBRARY.felt_plain_error(self.pointer).decode(errors="replace"))

    def call(self, function: str, *arguments: object) -> None:
        with self.lock:
            status = getattr(LIBRARY, function)(self.pointer, *arguments)
            if status != OK:
                raise self.fail(status)

    def count(self, function: str, *arguments: object) -> int:
        """A number above 0."""
        with self.lock:
            found: int = getattr(LIBRARY, function)(self.pointer, *arguments)
            if found == 0:
                raise self.fail(-1)
        return found

    def texts(self, function: str, *arguments: object, count: int = 1) -> list[str]:
        """The texts that a call gives at its end."""
        given = [c_void_p() for _ in range(count)]
        self.call(function, *arguments, *(byref(g) for g in given))
        try:
            return [ctypes.string_at(g.value).decode() for g in given]  # type: ignore[arg-type]
        finally:
            for g in given:
                LIBRARY.felt_plain_release(g)


def rules_folders() -> list[Path]:
    """Where shipped sheets are looked for: FELT_RULES, or beside the library, or where packages put them."""
    if "FELT_RULES" in os.environ:
        return [Path(os.environ["FELT_RULES"])]
    library = Path(LIBRARY._name).resolve()
    beside = [up / "share" / "felt" / "rules" for up in library.parents]
    return [*beside, Path("/usr/local/share/felt/rules"), Path("/usr/share/felt/rules")]

