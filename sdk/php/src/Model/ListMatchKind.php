<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** watch marks a decision, and never decides it. */
final class ListMatchKind
{
    public const PASS = 'pass';
    public const DENY = 'deny';
    public const ALLOW = 'allow';
    public const WATCH = 'watch';
}
