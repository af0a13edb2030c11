"""Makes the platform wheel: what hatchling calls if HATCH_BUILD_HOOK_ENABLE_CUSTOM=true is set.

Without it a wheel is plain Python, as ever. The sources are in both wheels: where a library does
not fit the Python that runs, Python reads the source beside it.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from compile_parts.building import build


class CompiledBuild(BuildHookInterface):
    """Puts the compiled libraries into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say that this wheel is for one platform and one Python."""
        if version == "editable":
            return
        folder, libraries = build(Path(self.root), optimize=os.environ.get("KHAMSIN_OPTIMIZE", "2"))
        for path in libraries:
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
