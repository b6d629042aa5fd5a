import os
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import cache
import copies


class Cache(unittest.TestCase):
    def test_a_cache_that_is_no_directory_is_named_in_one_line(self):
        with tempfile.NamedTemporaryFile() as file, mock.patch.dict(os.environ, KINESCOPE_CACHE=file.name):
            with self.assertRaises(SystemExit) as ended:
                cache.go_on_in_copy([])
        self.assertRegex(str(ended.exception), f"^Scripts/test: KINESCOPE_CACHE={file.name}: Not a directory\\. Name [^\n]+$")


class Copies(unittest.TestCase):
    def test_what_has_not_changed_keeps_its_time_and_what_is_gone_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            copies.fill(folder, {"README.md": "other"})
            os.utime(f"{folder}/LICENSE", (1, 1))
            for name in (".build/kept", "Sources/gone.swift"):
                copies.write(folder, name, "")
            copies.fill(folder)
            self.assertEqual(os.stat(f"{folder}/LICENSE").st_mtime, 1)
            self.assertTrue(os.path.exists(f"{folder}/.build/kept"))
            self.assertFalse(os.path.exists(f"{folder}/Sources/gone.swift"))
            with open(f"{folder}/README.md") as copied, open(f"{copies.TOP}/README.md") as original:
                self.assertEqual(copied.read(), original.read())


if __name__ == "__main__":
    unittest.main()
