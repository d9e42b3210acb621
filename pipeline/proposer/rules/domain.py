"""Host names: is the ending a real public suffix? Answered from the list the library ships."""

from functools import cache

from tldextract import TLDExtract
from tldextract.tldextract import ExtractResult


@cache
def _extractor() -> TLDExtract:
    # Neither a download nor a cache on disk: the list inside the package is the only source.
    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


def parts(host: str) -> ExtractResult:
    """Subdomain, domain and public suffix of a host name; the suffix is empty when unknown."""
    return _extractor()(host)


def registered_end(host: str) -> int:
    """How much of `host` ends in a public suffix, in characters; 0 when no leading part does.

    "school.org.Then" is a sentence that began without a space: its host ends before "Then".
    """
    end = len(host)
    while end > 0:
        found = parts(host[:end])
        is_sentence_behind = host[end + 1 : end + 2].isupper()
        if found.suffix and found.domain and (end == len(host) or is_sentence_behind):
            return end
        end = host.rfind(".", 0, end)
    return 0
