import os
import subprocess
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
        # Of a checkout of its own: where these tests run may be a copy, of which git knows nothing.
        with tempfile.TemporaryDirectory() as checkout, tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "--quiet", checkout], check=True)
            for name, text in {".gitignore": "built\n", "built": "", "README.md": "one", "Sources/kept.swift": "let kept = 1"}.items():
                copies.write(checkout, name, text)
            copies.fill(folder, {"README.md": "other"}, checkout)
            self.assertEqual(copied(folder), {".gitignore", "README.md", "Sources/kept.swift"})
            os.utime(f"{folder}/Sources/kept.swift", (1, 1))
            for name in (".build/kept", "Sources/gone.swift"):
                copies.write(folder, name, "")
            copies.fill(folder, checkout=checkout)
            self.assertEqual(os.stat(f"{folder}/Sources/kept.swift").st_mtime, 1)
            self.assertEqual(copied(folder), {".build/kept", ".gitignore", "README.md", "Sources/kept.swift"})
            with open(f"{folder}/README.md") as file:
                self.assertEqual(file.read(), "one")


def copied(folder):
    return {os.path.relpath(f"{place}/{name}", folder) for place, _, names in os.walk(folder) for name in names}


if __name__ == "__main__":
    unittest.main()
