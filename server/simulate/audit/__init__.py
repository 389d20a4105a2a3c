"""An auditor that shares no code with what it audits: plain journal rows and acknowledged replies in, findings out."""

from server.simulate.audit.auditor import Auditor

__all__ = ["Auditor"]
