<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The project's risk setting at the time of the decision. */
final class RiskSetting
{
    public const MAXIMIZE_PROTECTION = 'maximizeProtection';
    public const BALANCED = 'balanced';
    public const MAXIMIZE_REVENUE = 'maximizeRevenue';
}
