"""Benchmarks from the command line: `companion bench understanding`, as `make bench-understanding` runs them."""

from importlib import import_module
from typing import Annotated, Literal

import typer

Benchmark = Literal["engine", "evening", "hearing", "kill", "latency", "long-run", "scribe", "understanding"]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("bench", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(bench)


def bench(
    context: typer.Context,
    name: Annotated[Benchmark, typer.Argument(help="What to measure; options of its own follow, such as --json FILE.")],
) -> None:
    """Measure rules, recorded evenings, hearing, delays, long runs, understanding, notes, and what a kill loses."""
    raise SystemExit(import_module(f"tools.bench.{name.replace('-', '_')}").main(context.args))
