<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The issuer's check of the card's security code. unavailable: the issuer did not answer. unchecked: it was not asked. */
final class CvcResult
{
    public const _MATCH = 'match';
    public const MISMATCH = 'mismatch';
    public const UNAVAILABLE = 'unavailable';
    public const UNCHECKED = 'unchecked';
}
