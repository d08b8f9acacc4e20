"""Predicts with model files of Sibyl, with the same engine as the service, and so with equal answers."""

from sibyl_scorer.model import Model, ScoringError, load

__all__ = ["Model", "ScoringError", "load"]
__version__ = "0.1.0"
