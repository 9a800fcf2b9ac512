<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The issuer's check of the billing address. addressMatch, postalCodeMatch: only one of the two matches. unavailable: the issuer did not answer. unchecked: it was not asked. */
final class AvsResult
{
    public const _MATCH = 'match';
    public const ADDRESS_MATCH = 'addressMatch';
    public const POSTAL_CODE_MATCH = 'postalCodeMatch';
    public const MISMATCH = 'mismatch';
    public const UNAVAILABLE = 'unavailable';
    public const UNCHECKED = 'unchecked';
}
