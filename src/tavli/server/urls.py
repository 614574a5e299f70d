"""Every address that Django answers."""

from django.urls import URLPattern, path

from tavli.server import pages, rules_page, verify_page, web_manifest
from tavli.server.api import (
    challenges,
    matches,
    me,
    openings,
    study,
    study_files,
    study_matches,
    trainer,
)

urlpatterns: list[URLPattern] = [
    path("", pages.home, name="home"),
    path("m/<str:match_id>", pages.table, name="table"),
    path("c/<str:challenge_id>", pages.challenge, name="challenge"),
    path("study", pages.study, name="study"),
    path("study/<str:kind>", pages.study_game),
    path("study/<str:source>/<str:study_id>", pages.study_match),
    path("openings", pages.first_openings),
    path("openings/<str:game>", pages.openings, name="openings"),
    path("trainer", pages.trainer, name="trainer"),
    path("rules/<str:game>", rules_page.rules, name="rules"),
    path("verify/<str:match_id>", verify_page.verify, name="verify"),
    path("manifest.webmanifest", web_manifest.web_manifest),
    path("healthz", pages.health),
    path("robots.txt", pages.robots),
    path("favicon.ico", pages.icon),
    path("api/me", me.me),
    path("api/matches", matches.matches),
    path("api/matches/<str:match_id>/record", matches.record),
    path("api/matches/<str:match_id>/rematch", matches.rematch),
    path("api/challenges", challenges.challenges),
    path("api/challenges/<str:challenge_id>", challenges.challenge),
    path("api/challenges/<str:challenge_id>/accept", challenges.accept),
    path("api/challenges/<str:challenge_id>/cancel", challenges.cancel),
    path("api/challenges/<str:challenge_id>/qr", challenges.qr),
    path("api/study/read", study.read),
    path("api/study/play", study.play),
    path("api/study/tasks", study.ask),
    path("api/study/tasks/<str:task_id>", study.task),
    path("api/study/tasks/<str:task_id>/cancel", study.cancel),
    path("api/study/rollouts", study.rollouts),
    path("api/study/files", study_files.files),
    path("api/study/<str:source>/<str:study_id>", study_matches.walk),
    path("api/study/<str:source>/<str:study_id>/export", study_matches.export),
    path("api/openings/<str:game>", openings.openings),
    path("api/trainer", trainer.trainer),
    path("api/trainer/collect", trainer.collect),
    path("api/trainer/<str:exercise_id>", trainer.answer_exercise),
    path("api/trainer/<str:exercise_id>/forget", trainer.forget),
]

handler400 = "tavli.server.failures.bad_request"
handler404 = "tavli.server.failures.not_found"
handler500 = "tavli.server.failures.broken"
