"""Prior knowledge about features: monotone directions, and features a simulation cannot teach.

Names that are not in the catalogue are ignored.
"""

# Features that differ between fraud and honest people only in the simulator, or only because of its
# few examples. They are used when training on a merchant's own history.
LEFT_OUT = {
    "phone_length_digits",
    "phone_repeated_run_digits",
    "phone_counted_run_digits",
    "name_length_characters",
    "name_vowel_share",
    "name_is_lower_case",
    "name_is_upper_case",
    "email_domain_length_characters",
    "email_distinct_character_share",
    "billing_address_length_characters",
    "billing_address_has_digit",
    "device_cores",
    "device_memory_gb",
    "device_plugins",
    "device_languages",
    "device_touch_points",
    "arrives_on_weekend",
    "includes_weekend_night",
    "local_hour",
    "collection_batches",
    "collection_clock_skew_s",
    "collection_is_stale",
    # Equally common among programs and people, and nobody should be penalised for denying consent.
    "consent_is_denied",
    # A simulated season is a few months long: everything in it was first seen lately.
    "email_first_seen_days",
    "phone_first_seen_days",
    "device_first_seen_days",
    "network_first_seen_days",
    # And rates over many days are those of its few weeks.
    "hotel_first_seen_days",
    *(f"hotel_attempts_past_{days}d" for days in (1, 7, 30)),
    *(f"hotel_fraud_rate_past_{days}d" for days in (1, 7, 30, 365)),
    *(f"{kind}_fraud_rate_365d" for kind in ("network", "domain", "device", "booker", "card")),
    # The letters and digits of names and addresses depend on script, country and habit more than on
    # fraud: a model that reads them lets single names, long mailboxes, phone numbers as mailboxes and
    # digits at the end cost honest guests 10 to 40 points. Signs of random typing are read instead.
    "email_local_length_characters",
    "email_digit_share",
    "email_trailing_digits",
    "email_name_similarity",
    "email_consonant_run_letters",
    "email_keyboard_run_keys",
    "name_consonant_run_letters",
    "name_keyboard_run_keys",
    "name_repeat_run_characters",
    "name_is_repeated",
    "name_has_symbol",
    # Missing where the country's plan does not say, as in the United States, Canada and Mexico.
    "phone_is_mobile",
    "phone_is_voip_or_premium",
    # A repeat within seconds and a guest of last week are the same to these; *_attempts_before_24h and
    # the shorter windows tell them apart.
    *(f"{kind}_attempts_{window}" for kind in ("email", "phone", "device") for window in ("7d", "30d")),
    *(f"{kind}_attempts_30d" for kind in ("booker", "name")),
    *(f"{kind}_since_last_s" for kind in ("email", "phone", "device", "ip")),
    # In a failure of the page's script all guests come without a tab.
    "hotel_attempts_without_tab_1h",
    # A share is lowered by one more attempt without a tab, a count of those with one is not.
    "hotel_tabs_seen_share_1h",
    "hotel_tabs_seen_share_30d",
    # An id that was never recorded would differ from none: who invents one must gain nothing by it.
    "collection_is_sent",
    "collection_is_known",
    "collection_attempts_24h",
    # Words such as Foo and Null are names too, and one odd name is no sign: random_typing_fields.
    "name_gibberish_signs",
    "email_gibberish_signs",
    # Attempts of earlier days are trust that anybody can buy with attempts. Reports are not.
    *(
        f"{kind}_attempts_before_24h"
        for kind in ("email", "phone", "booker", "name", "device")
    ),
    # Many attempts from one place in a week or a month are trust as well, and as cheap: ip_burst_24h.
    *(f"{kind}_attempts_{window}" for kind in ("ip", "domain") for window in ("7d", "30d")),
    "network_attempts_7d",
    "emails_per_network_30d",
    "hotels_per_network_7d",
    "names_per_domain_30d",
    "hotel_attempts_10m",
    "hotel_attempts_1h",
    # Missing until a project's first report: it would move the score of every guest.
    *(
        f"{kind}_{what}_outcomes"
        for kind in ("email", "phone", "booker", "device", "network", "domain", "hotel")
        for what in ("fraud", "legitimate")
    ),
    *(f"{kind}_fraud_outcome_share" for kind in ("network", "domain", "hotel")),
    *(f"{kind}_since_fraud_days" for kind in ("email", "phone", "device", "network")),
    # Where many book from one device or address, one denial would lead to the next, and so on; of one
    # person it counts beside the bookings of the weeks before (same_person_denial_ratio_*): one of two
    # days ago must not lower it, and an attempt with somebody's e-mail address and name alone may be anybody's.
    # A device's counts beside those of earlier days, since a kiosk has no weeks before its first. After a
    # week it is forgotten, so that nobody is locked out by one mistake.
    *(f"{who}_denied_{window}" for who in ("person", "device", "ip") for window in ("24h", "7d", "30d")),
    *(f"person_denial_ratio_{window}{end}" for window in ("24h", "7d") for end in ("", "_before_7d")),
    *(f"device_denial_ratio_{window}_before_7d" for window in ("24h", "7d")),
    # The same counts, which forget whoever was reported on the device after 30 days: a report counts for a year.
    *(f"{who}_per_device_30d" for who in ("emails", "names", "phones", "unrelated_parties")),
    # For a single-step move, the speed depends on how the SDK measures it.
    "pointer_speed_px_s",
}

# A simulated booking has no amount and no payment.
LEFT_OUT_GROUPS = {"amount", "payment"}

# 1: a higher value never lowers the risk. -1: it never raises it.
MONOTONE = {
    "email_digit_share": 1,
    "email_is_disposable": 1,
    "phone_is_voip_or_premium": 1,
    "phone_is_valid": -1,
    "phone_country_is_billing_country": -1,
    "name_has_digit": 1,
    "ip_is_anonymous": 1,
    "ip_is_hosting": 1,
    "ip_in_billing_country": -1,
    "ip_time_zone_agrees": -1,
    "time_zone_is_nowhere": 1,
    "time_zone_in_billing_country": -1,
    "time_zone_in_phone_country": -1,
    "language_fits_billing_country": -1,
    "language_fits_phone_country": -1,
    "utc_offset_agrees": -1,
    "platform_agrees": -1,
    "touch_agrees": -1,
    "user_agent_is_no_browser": 1,
    "viewport_exceeds_screen": 1,
    "desktop_chrome_lacks_plugins": 1,
    "email_name_similarity": -1,
    "name_is_repeated": 1,
    "booker_is_guest": -1,
    "children_share": -1,
    "phone_in_billing_country": -1,
    "device_is_automated": 1,
    "user_agent_is_automated": 1,
    "collection_addresses": 1,
    "since_last_batch_s": 1,
    "collection_attempts_24h": 1,
    "untrusted_events": 1,
    "untouched_fields_share": 1,
    "last_page_s": -1,
    "pages_viewed": -1,
    "centred_clicks_share": 1,
    "pointer_straightness": 1,
    "key_gap_variation": -1,
    "automation_traces": 1,
    "natives_are_patched": 1,
    "brands_are_automated": 1,
    "window_has_no_frame": 1,
    "header_platform_agrees": -1,
    "header_language_agrees": -1,
    "plain_batches_share": 1,
    "welcome_agent_share": -1,
    "failed_signatures_share": 1,
    "collection_user_agents": 1,
    "impossible_events": 1,
    "told_ahead_s": 1,
    "first_batch_delay_s": 1,
    "hidden_fields_visited": 1,
    "hidden_fields_filled": 1,
    "uncaused_inputs_share": 1,
    "rushed_keys_share": 1,
    "shiftless_capitals": 1,
    "bare_at_signs": 1,
    "scroll_leaps_share": 1,
    "key_hold_mean_ms": -1,
    "key_hold_variation": -1,
    "press_mean_ms": -1,
    "pressureless_presses_share": 1,
    "teleported_presses_share": 1,
    "fractional_moves_share": 1,
    "pointer_coalesced_ratio": -1,
    "swipes": -1,
    "sized_touches_share": -1,
    "hotel_attempts_without_tab_1h": 1,
    "hotel_same_stays_without_tab_1h": 1,
    "email_has_name": -1,
    "email_gibberish_signs": 1,
    "name_gibberish_signs": 1,
    "random_typing_fields": 1,
    "name_has_odd_symbol": 1,
    "phone_is_internet_line": 1,
    "unrelated_parties_per_device_24h": 1,
    **{
        f"{who}_per_device_30d{end}": 1
        for who in ("emails", "names", "phones", "unrelated_parties")
        for end in ("", "_or_reported")
    },
    **{f"{who}_denied_{window}": 1 for who in ("person", "device", "ip") for window in ("24h", "7d")},
    **{
        f"{who}_{what}": 1
        for who in ("person", "device")
        for what in ("denial_ratio_24h", "denial_ratio_7d", "burst_24h", "fraud_ratio_365d")
        + tuple(f"denial_ratio_{window}_before_7d" for window in ("24h", "7d"))
    },
    **{f"same_person_denial_ratio_{window}": 1 for window in ("24h", "7d")},
    # The same booking sent again is no better than the first.
    **{
        f"{kind}_attempts_{window}": 1
        for kind in ("email", "phone", "booker", "name", "device")
        for window in ("10m", "1h", "24h")
    },
    **{
        f"{kind}_attempts_{window}": 1
        for kind in ("ip", "network")
        for window in ("10m", "1h", "24h")
    },
    "domain_attempts_1h": 1,
    "domain_attempts_24h": 1,
    "tab_attempts_30d": 1,
    "replayed_visits": 1,
    "ip_burst_24h": 1,
    "network_burst_24h": 1,
    "hotel_burst_without_tab_24h": 1,
    "hotel_tabs_seen_1h": 1,
    "hotel_tabs_seen_24h": 1,
    "hotel_tabs_seen_30d": 1,
    # Nobody needs many hotels, cities or devices: one more of them is never a good sign.
    **{f"hotels_per_{by}_24h": 1 for by in ("device", "email", "phone", "name")},
    **{f"cities_per_{by}_30d": 1 for by in ("device", "email", "phone", "name")},
    **{f"devices_per_{by}_30d": 1 for by in ("email", "phone", "booker")},
    **{f"overlapping_stays_per_{by}_30d": 1 for by in ("email", "phone", "name", "device")},
    "ips_per_email_24h": 1,
    "emails_per_booker_30d": 1,
    "names_per_email_30d": 1,
    "devices_per_ip_24h": 1,
    "emails_per_network_24h": 1,
    "devices_per_network_24h": 1,
    "emails_per_domain_24h": 1,
    "emails_per_domain_30d": 1,
    "networks_per_domain_30d": 1,
    "hotels_per_device_30d": 1,
    "email_since_fraud_days": -1,
    "phone_since_fraud_days": -1,
    "device_since_fraud_days": -1,
    "look_alikes_per_hotel_1h": 1,
    "look_alikes_per_hotel_24h": 1,
    "look_alikes_per_network_24h": 1,
    "look_alikes_per_domain_24h": 1,
    "emails_per_device_24h": 1,
    "emails_per_ip_1h": 1,
    "emails_per_ip_24h": 1,
    "emails_per_phone_30d": 1,
    "phones_per_email_30d": 1,
    "emails_per_name_30d": 1,
    "names_per_phone_30d": 1,
    "ips_per_device_30d": 1,
    "networks_per_device_30d": 1,
    "devices_per_collection_24h": 1,
    **{f"{who}_fraud_reports_365d": 1 for who in ("person", "device", "network")},
    "person_legitimate_reports": -1,
    "email_fraud_outcomes": 1,
    "phone_fraud_outcomes": 1,
    "booker_fraud_outcomes": 1,
    "device_fraud_outcomes": 1,
    "network_fraud_outcomes": 1,
    "domain_fraud_outcomes": 1,
    "network_fraud_outcome_share": 1,
    "domain_fraud_outcome_share": 1,
    "hotel_fraud_outcome_share": 1,
    **{f"hotel_fraud_rate_past_{days}d": 1 for days in (1, 7, 30, 365)},
    **{f"{kind}_fraud_rate_365d": 1 for kind in ("network", "domain", "device", "booker", "card")},
    "email_legitimate_outcomes": -1,
    "phone_legitimate_outcomes": -1,
    "booker_legitimate_outcomes": -1,
    "device_legitimate_outcomes": -1,
}


def constraints(names: list[str], without: frozenset[str] = frozenset()) -> list[int]:
    return [0 if name in without else MONOTONE.get(name, 0) for name in names]
