"""What is sent beyond the largest file that is taken is dropped on its way in, before it fills the disk."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest


class LimitedUploadHandler(FileUploadHandler):
    """First of the upload handlers. All files of one request together may be as large as one table."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass the chunk on, or skip the file and remember that it was too large."""
        self.received += len(raw_data)
        if self.received > settings.TABLE_LIMITS["bytes"]:
            self.request.upload_was_too_large = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> Any:
        """Leave the finished file to the handlers that hold it."""
        return None


def was_too_large(request: HttpRequest) -> bool:
    """Whether a file was left out of `request.FILES` because of its size."""
    _ = request.FILES  # reads the request
    return getattr(request, "upload_was_too_large", False)
