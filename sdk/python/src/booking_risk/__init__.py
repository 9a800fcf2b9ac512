"""Client of Booking Risk: scores hotel bookings before they are committed."""

from .client import BookingRisk
from .errors import (
    ApiError,
    AuthenticationError,
    BookingRiskError,
    ConnectionError,
    FieldError,
    IdempotencyConflictError,
    NotFoundError,
    PermissionError,
    RateLimitedError,
    TimeoutError,
    UnavailableError,
    ValidationError,
    WebhookSignatureError,
)
from .models.amount import Amount
from .models.avs_result import AvsResult
from .models.billing import Billing
from .models.booker import Booker
from .models.booking import Booking
from .models.cvc_result import CvcResult
from .models.decided_by import DecidedBy
from .models.decided_by_kind import DecidedByKind
from .models.deciding_model import DecidingModel
from .models.decision import Decision
from .models.explained_decision import ExplainedDecision
from .models.group_size import GroupSize
from .models.guest import Guest
from .models.hotel import Hotel
from .models.list_entry import ListEntry
from .models.list_entry_page import ListEntryPage
from .models.list_kind import ListKind
from .models.list_match import ListMatch
from .models.list_match_kind import ListMatchKind
from .models.list_type import ListType
from .models.new_list_entry import NewListEntry
from .models.outcome import Outcome
from .models.outcome_kind import OutcomeKind
from .models.outcome_report import OutcomeReport
from .models.payment import Payment
from .models.payment_method import PaymentMethod
from .models.reason import Reason
from .models.reasons import Reasons
from .models.reasons_status import ReasonsStatus
from .models.reported_outcome import ReportedOutcome
from .models.review import Review
from .models.review_status import ReviewStatus
from .models.review_verdict import ReviewVerdict
from .models.risk_level import RiskLevel
from .models.risk_request import RiskRequest
from .models.risk_setting import RiskSetting
from .models.suggested_action import SuggestedAction
from .models.three_d_secure_result import ThreeDSecureResult
from .version import __version__
from .webhook import WebhookEvent, verify_webhook

__all__ = [
    "Amount",
    "ApiError",
    "AuthenticationError",
    "AvsResult",
    "Billing",
    "Booker",
    "Booking",
    "BookingRisk",
    "BookingRiskError",
    "ConnectionError",
    "CvcResult",
    "DecidedBy",
    "DecidedByKind",
    "DecidingModel",
    "Decision",
    "ExplainedDecision",
    "FieldError",
    "GroupSize",
    "Guest",
    "Hotel",
    "IdempotencyConflictError",
    "ListEntry",
    "ListEntryPage",
    "ListKind",
    "ListMatch",
    "ListMatchKind",
    "ListType",
    "NewListEntry",
    "NotFoundError",
    "Outcome",
    "OutcomeKind",
    "OutcomeReport",
    "Payment",
    "PaymentMethod",
    "PermissionError",
    "RateLimitedError",
    "Reason",
    "Reasons",
    "ReasonsStatus",
    "ReportedOutcome",
    "Review",
    "ReviewStatus",
    "ReviewVerdict",
    "RiskLevel",
    "RiskRequest",
    "RiskSetting",
    "SuggestedAction",
    "ThreeDSecureResult",
    "TimeoutError",
    "UnavailableError",
    "ValidationError",
    "WebhookEvent",
    "WebhookSignatureError",
    "__version__",
    "verify_webhook",
]
