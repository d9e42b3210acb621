"""The assets that hand the work from one DAG to the next.

An event says only that something changed. What there is to do is read from the folders and the
registry themselves, so an event that is lost or folded into another loses no work.
"""

from airflow.sdk import Asset, AssetWatcher

from rok_airflow import settings
from rok_airflow.folder_trigger import FolderTrigger


def _watched(name: str, folder: str) -> AssetWatcher:
    trigger = FolderTrigger(folder, settings.POLL.total_seconds(), settings.SETTLE.total_seconds())
    return AssetWatcher(name=name, trigger=trigger)


LANDING = Asset("landing", watchers=[_watched("landing_folder", str(settings.LANDING))])
INBOX = Asset("inbox", watchers=[_watched("inbox_folder", str(settings.INBOX))])
ANNOTATIONS = Asset("annotations")
CHALLENGER = Asset("challenger")
CHAMPION = Asset("champion")
