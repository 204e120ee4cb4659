"""Prompt texts, one Markdown file each, shipped as data; see README.md beside this file."""
