<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** A webhook's request cannot be shown to come from the service: answer with 400, and do nothing else. */
final class WebhookSignatureError extends BookingRiskError
{
}
