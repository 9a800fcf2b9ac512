<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The result of 3-D Secure. attempted: the issuer accepted the liability without authenticating the cardholder. unavailable: the card or its issuer does not take part, or did not answer. */
final class ThreeDSecureResult
{
    public const AUTHENTICATED = 'authenticated';
    public const ATTEMPTED = 'attempted';
    public const EXEMPTED = 'exempted';
    public const FAILED = 'failed';
    public const UNAVAILABLE = 'unavailable';
    public const NOT_REQUESTED = 'notRequested';
}
