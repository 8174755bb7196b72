"""
Writes what is generated of this package anew: the models, from the OpenAPI document, and the client for ordinary code,
from that for asyncio.

python generate.py [--check]: with --check nothing is written, and the exit status is 1 when a file is stale.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import unasync

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "commerce_analytics"
DOCUMENT = HERE.parent.parent / "docs" / "openapi.json"
MODELS = [
    "--input-file-type=openapi",
    "--openapi-scopes=schemas",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    "--use-standard-collections",
    "--use-union-operator",
    "--enum-field-as-literal=all",
    "--naming-strategy=parent-prefixed",
    "--no-use-closed-typed-dict",
    "--use-field-description",
    "--use-schema-description",
    "--disable-timestamp",
    "--formatters=ruff-format",
]
SYNC_NAMES = {
    "AsyncCommerceClient": "CommerceClient",
    "AsyncRecords": "Records",
    "AsyncClient": "Client",
    "aclose": "close",
    "aiter_bytes": "iter_bytes",
    "asyncio": "time",
}


def run(*command: str) -> None:
    subprocess.run([sys.executable, "-m", *command], check=True)


def merged(schema: Any, schemas: dict[str, Any]) -> Any:
    """A schema with one object for an `allOf` of objects: a TypedDict can't narrow the fields that it inherits."""
    if isinstance(schema, list):
        return [merged(part, schemas) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = schema.get("allOf", [])
    if len(parts) < 2:
        return {name: merged(part, schemas) for name, part in schema.items()}
    joined: dict[str, Any] = {"properties": {}}
    for part in parts:
        resolved = schemas[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        joined = {**joined, **resolved, "properties": {**joined["properties"], **resolved.get("properties", {})}}
    return {**joined, **{name: part for name, part in schema.items() if name != "allOf"}}


def write_models(target: Path) -> None:
    document = json.loads(DOCUMENT.read_text())
    schemas = document["components"]["schemas"]
    document["components"]["schemas"] = {name: merged(schema, schemas) for name, schema in schemas.items()}
    source = target.with_name("openapi.json")
    source.write_text(json.dumps(document))
    run("datamodel_code_generator", f"--input={source}", f"--output={target}", *MODELS)
    source.unlink()


def write_client(target: Path) -> None:
    source = target.with_name("_async_client.py")
    source.write_text((PACKAGE / "_async_client.py").read_text())
    rule = unasync.Rule(str(target.parent), str(target.parent / "sync"), additional_replacements=SYNC_NAMES)
    unasync.unasync_files([str(source)], [rule])
    text = (target.parent / "sync" / source.name).read_text()
    docstring = '"""The client for ordinary code, made from `_async_client.py` by `generate.py`."""'
    target.write_text(docstring + text[text.index("\n") :])
    # Imports are in another order with other names.
    run("ruff", "check", "--quiet", "--select=I", "--fix", "--config", str(HERE / "pyproject.toml"), str(target))
    run("ruff", "format", "--quiet", "--config", str(HERE / "pyproject.toml"), str(target))


def main() -> int:
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        for name, write in (("models.py", write_models), ("_client.py", write_client)):
            target = Path(folder) / name
            write(target)
            written = PACKAGE / name
            if not written.exists() or written.read_text() != target.read_text():
                stale.append(name)
                if "--check" not in sys.argv:
                    written.write_text(target.read_text())
    print("\n".join(f"{name} {'is stale' if '--check' in sys.argv else 'is written'}" for name in stale))
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
