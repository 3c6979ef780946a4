"""Figures 13 and 14 of the SwiftDSP paper, measured: see __main__.py."""
