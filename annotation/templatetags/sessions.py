"""Words for the list of sessions."""

from django import template

from annotation.people.page_sessions import browser_words

register = template.Library()
register.filter(browser_words)
