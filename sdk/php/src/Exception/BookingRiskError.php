<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The class of all that a call throws. No message contains the secret key or what was sent. */
abstract class BookingRiskError extends \RuntimeException
{
}
