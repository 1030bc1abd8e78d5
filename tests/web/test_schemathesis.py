"""Schemathesis over the OpenAPI document: nothing but the answers that it describes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rollwright.web.openapi import document

from .serving import serving, settings_for

load_all_checks()

CHECKS = (
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
OPERATIONS = [
    described["operationId"]
    for methods in document()["paths"].values()
    for described in methods.values()
    if described["operationId"] != "stream"  # the body of a stream has no end
]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nobody_judges")]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The document, served; paths get the code of a running table."""
    folder: Path = tmp_path_factory.mktemp("schemathesis")
    with serving(settings_for(folder)) as server:
        code = server.client().create("qwixx", "Ann", "Ben")["code"]
        schema = schemathesis.openapi.from_dict(document())
        schema.config.update(base_url=server.url)
        schema.config.update(headers={"Accept": "application/json"})
        schema.config.update(parameters={"path.code": code})
        yield schema


@pytest.mark.parametrize("name", OPERATIONS)
def test_answers_are_those_that_the_document_names(described: Any, name: str) -> None:
    operation = described.find_operation_by_id(name)

    @given(case=operation.as_strategy())
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        case.call_and_validate(checks=list(CHECKS))

    check()
