"""
Writes what is generated of this package anew: the models and the methods of the client for asyncio, from the OpenAPI
document, and the client for ordinary code, from that for asyncio.

python generate.py DOCUMENT [--check]: with --check nothing is written, and the exit status is 1 when a file is stale.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import unasync

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "commerce_analytics"
DOCUMENT = Path(sys.argv[1])
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
    "AsyncExport": "Export",
    "AsyncClient": "Client",
    "aclose": "close",
    "aclosing": "closing",
    "aiter_bytes": "iter_bytes",
    "asyncio": "time",
}


def run(*command: str) -> None:
    subprocess.run([sys.executable, "-m", *command], check=True)


def merged(schema: Any, schemas: dict[str, Any]) -> Any:
    """
    A schema with one object for an `allOf` of objects: a TypedDict can't narrow the fields that it inherits. A row
    requires what it has unless the request names `fields`.
    """
    if isinstance(schema, list):
        return [merged(part, schemas) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "x-required" in schema:
        schema = {**schema, "required": schema["x-required"]}
    parts = schema.get("allOf", [])
    if len(parts) < 2:
        return {name: merged(part, schemas) for name, part in schema.items()}
    joined: dict[str, Any] = {"properties": {}}
    for part in parts:
        resolved = schemas[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        joined = {**joined, **resolved, "properties": {**joined["properties"], **resolved.get("properties", {})}}
    return {**joined, **{name: part for name, part in schema.items() if name != "allOf"}}


WRITTEN_DAY = "[0-9]{4}"
"""What the pattern of a day or of a period has."""
ALIASES = {"Day": ("string", "str"), "Moment": ("number", "float")}
"""What requests also take as a date or datetime."""


def take_dates(schemas: dict[str, Any]) -> None:
    """Names the types of days and moments in requests. A period keeps its text, which helpers return."""

    def rename(field: dict[str, Any], alias: str) -> None:
        choices = [{"$ref": f"#/components/schemas/{alias}"}, {"type": "null"}]
        field["anyOf"] = choices if "null" in field.pop("type") else choices[:1]
        field.pop("pattern", None)

    for name, schema in [*schemas.items()]:
        for field, value in schema.get("properties", {}).items():
            if field != "value" and WRITTEN_DAY in value.get("pattern", ""):
                rename(value, "Day")
            elif name == "TimeRange" and field in ("min", "max"):
                rename(value, "Moment")
    schemas |= {alias: {"type": type} for alias, (type, _) in ALIASES.items()}


def write_models(target: Path) -> None:
    document = json.loads(DOCUMENT.read_text())
    schemas = document["components"]["schemas"]
    document["components"]["schemas"] = {name: merged(schema, schemas) for name, schema in schemas.items()}
    take_dates(document["components"]["schemas"])
    source = target.with_name("openapi.json")
    source.write_text(json.dumps(document))
    run("datamodel_code_generator", f"--input={source}", f"--output={target}", *MODELS)
    source.unlink()
    text = target.read_text().replace("from typing import", "from datetime import date\nfrom typing import", 1)
    for alias, (_, type) in ALIASES.items():
        text = text.replace(f"{alias}: TypeAlias = {type}\n", f"{alias}: TypeAlias = {type} | date\n")
    target.write_text(text)


MADE = re.compile(r"( {4}# Made from docs/openapi\.json[^\n]*\n).*( {4}# The end of what is made\.\n)", re.DOTALL)


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def name_in(schema: dict[str, Any]) -> str:
    [part, *_] = schema.get("allOf") or schema.get("anyOf") or schema.get("oneOf") or [schema]
    return str(part.get("$ref", "")).rpartition("/")[2]


def method(head: str, request: str, *, is_optional: bool, options: str, answer: str, body: str) -> str:
    fallback = " | None = None" if is_optional else ""
    return f"    {head}(self, request: {request}{fallback}, **options: Unpack[{options}]) -> {answer}:\n{body}"


def methods(document: dict[str, Any]) -> str:
    """The methods of the client, one or two of each operation."""
    schemas = document["components"]["schemas"]
    rankings = schemas["PeriodRecord"]["properties"]["ranking"]["enum"]
    made = [f"    Ranking: TypeAlias = Literal[{', '.join(json.dumps(name) for name in rankings)}]\n"]
    links: list[str] = []
    rows: dict[str, str] = {}
    for path, item in document["paths"].items():
        if "post" not in item:
            continue
        operation = item["post"]
        name, summary, body = snake(operation["operationId"]), operation["summary"], operation["requestBody"]
        named = name_in(body["content"]["application/json"]["schema"])
        request, is_optional = f"m.{named}", not body.get("required")

        content = operation["responses"]["200"]["content"].get("application/json")
        if content is None:
            text = (
                f'        """{summary}, of one moment; raises BrokenExportError when some are missing."""\n'
                f'        return self._export("{path}", request, m.{rows[path]}, options)\n'
            )
            answer, head = f"AsyncExport[m.{rows[path]}]", f"def {name}"
            made.append(
                method(head, request, is_optional=is_optional, options="ExportOptions", answer=answer, body=text)
            )
            export = f'export: Literal["{name}", "{operation["operationId"]}"]'
            parameters = f"self, {export}, request: {request}, **options: Unpack[LinkOptions]"
            links.append(f"    @overload\n    async def link({parameters}) -> m.LinkData: ...\n")
            continue
        data = name_in(schemas[name_in(content["schema"])]["properties"]["data"])
        fields = schemas[data]["properties"]
        window = next((rule["limit"] for rule in operation["x-rules"] if rule["name"] == "page_window"), None)
        asking = f'await self.{"_get" if "get" in item else "_ask"}("{path}", request, options)'
        text = f'        """{summary}{": a page" if window else ""}."""\n        return cast(m.{data}, {asking})\n'
        answer, head = f"m.{data}", f"async def {name}"
        made.append(method(head, request, is_optional=is_optional, options="CallOptions", answer=answer, body=text))
        if window is None:
            continue
        row = name_in(fields["list"]["items"])
        rows[path.replace("/search", "/export") if path.endswith("/search") else f"{path}/export"] = row
        head = "def all_" + re.sub("^(search|find|rank|break_down)_", "", name)
        edge = "" if "total" in fields else f" They come without a total, so that exactly {window} raise it too."
        text = (
            f'        """\n        {summary}: all of them, as long as the pages reach them: {window}.\n\n'
            f'        More raise PageWindowError.{edge}\n        """\n'
            f'        return AsyncRecords(self._walk("{path}", {window}, request, options), m.{row}, request)\n'
        )
        answer = f"AsyncRecords[m.{row}]"
        made.append(method(head, request, is_optional=is_optional, options="WalkOptions", answer=answer, body=text))
    return "\n".join([*made, *links])


def write_async_client(target: Path) -> None:
    text = (PACKAGE / target.name).read_text()
    made = methods(json.loads(DOCUMENT.read_text()))
    text, places = MADE.subn(lambda part: f"{part[1]}{made}\n{part[2]}", text)
    if places != 1:
        raise ValueError(f"{target.name} has no place for methods.")
    target.write_text(text)
    run("ruff", "format", "--quiet", "--config", str(HERE / "pyproject.toml"), str(target))


def write_client(target: Path) -> None:
    source = target.with_name("_async_client.py")
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
        for name, write in (
            ("models.py", write_models),
            ("_async_client.py", write_async_client),
            ("_client.py", write_client),
        ):
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
