"""What a visitor reads when something is missing, forbidden or broken."""

import sys
from http import HTTPStatus

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tavli.protocol.requests import Failure
from tavli.server.api.answers import answer
from tavli.server.database_faults import STATUS, noted
from tavli.server.languages import language_of
from tavli.words import catalogue


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is no such page."""
    del exception  # it names what was tried, which is nobody's business
    return failure(request, HTTPStatus.NOT_FOUND, "page_not_found")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the request can't be served, for example under a foreign host name."""
    del exception
    return failure(request, HTTPStatus.BAD_REQUEST, "page_bad_request")


def broken(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours, or the disk's."""
    fault = sys.exception()
    if isinstance(fault, DatabaseError):
        return failure(request, STATUS, noted(fault, request.path).value)
    return failure(request, HTTPStatus.INTERNAL_SERVER_ERROR, "page_broken")


def forgery(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a request that did not come from one of our own pages."""
    del reason
    return failure(request, HTTPStatus.FORBIDDEN, "page_forbidden")


def failure(request: HttpRequest, status: HTTPStatus, code: str) -> HttpResponse:
    """Say the sentence of *code* in the reader's language, or to a program as JSON."""
    text = catalogue(language_of(request)).text(code)
    if request.path.startswith("/api/"):
        return answer(Failure(error=code.removeprefix("page_"), text=text), status)
    return render(request, "failure.html", {"text": text}, status=status)
