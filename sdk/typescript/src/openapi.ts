export interface paths {
    "/v1/risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a booking attempt
         * @description Call it from your server right before you commit the reservation. Branch on `suggestedAction`: on `allow` commit the reservation, on `deny` stop the checkout. Store `decisionId` with the order. A high score is never an error.
         */
        post: operations["scoreBookingAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions/{decisionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a decision with its strongest reasons
         * @description For your support and your records, not for the checkout. Reasons are computed when they are first asked for, which takes about a second; an answer waits for them for at most three.
         */
        get: operations["getDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions/{decisionId}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the outcome of a booking
         * @description Call it when you learn how a booking ended, also when you learn that a refused guest was genuine. All reports are stored; the latest one counts. Sending a report again, with the same `requestId`, changes nothing, also after a later one.
         */
        post: operations["reportOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{kind}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of a list
         * @description Newest first. Entries cannot be found by their value here: it is a guest's, and addresses of requests are in the logs of proxies.
         */
        get: operations["listEntries"];
        put?: never;
        /**
         * Add an entry to a list
         * @description It applies to every request that arrives after the answer. If the value is in the list already, nothing changes, and the answer is the entry that has it, so repeating a call is safe.
         */
        post: operations["addListEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{kind}/entries/{entryId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an entry
         * @description It applies to no request that arrives after the answer, and stays in the records. Archiving it again changes nothing. The request has no body.
         */
        post: operations["archiveListEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "decision.denied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A booking attempt was answered with deny
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["decisionDenied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.review_opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A decision waits in the queue of reviews
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["decisionReview_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.reviewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person gave the verdict of a review
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["decisionReviewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "outcome.reported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The outcome of a booking was reported, changed or withdrawn
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["outcomeReported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "list.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Entries were added to a list, or one was archived
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["listChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "model.promoted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another model decides
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["modelPromoted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.fired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bookings or telemetry of a project have changed so much that somebody has to look
         * @description Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature before you believe anything. Events may arrive in any order, and more than once.
         */
        post: operations["alertFired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One booking attempt. Optional fields may be absent or null. Unknown fields are ignored and not stored. Strings are trimmed. */
        RiskRequest: {
            /**
             * @description The collection ID of the guest's browser tab, from window.Service.getCollectionId(). An ID that is unknown, expired or of another project is a signal, never an error.
             * @example col_m3k9x2ab7Qw4ZrT1uVbN8sYp
             */
            collectionId?: string | null;
            booker: components["schemas"]["Booker"];
            /** @description The named guests. Always an array, even for one guest. */
            guests?: components["schemas"]["Guest"][] | null;
            billing?: components["schemas"]["Billing"] | null;
            hotel: components["schemas"]["Hotel"];
            booking: components["schemas"]["Booking"];
            payment?: components["schemas"]["Payment"] | null;
            /**
             * @description Columns of your own, by the names under which the project declares them: a number, a text of at most 64 characters for a category, true or false for a flag.
             * @example {
             *       "loyalty_years": 4,
             *       "channel": "metasearch",
             *       "corporate_rate": false
             *     }
             */
            attributes?: {
                [key: string]: number | string | boolean | null;
            } | null;
            /**
             * @description Your correlation ID for this request. Returned in errors and stored with the decision.
             * @example checkout-000123
             */
            requestId: string;
        };
        /** @description The person who places the booking. */
        Booker: {
            /**
             * @description Your own identifier for the booker.
             * @example user-4711
             */
            referenceId?: string | null;
            /**
             * @description Given name.
             * @example Ada
             */
            firstName: string;
            /**
             * @description Family name.
             * @example Lovelace
             */
            lastName: string;
            /**
             * Format: email
             * @description E-mail address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Phone number in E.164 format.
             * @example +351912345678
             */
            phone: string;
        };
        /** @description A named guest. */
        Guest: {
            /**
             * @description Given name.
             * @example Ada
             */
            firstName?: string | null;
            /**
             * @description Family name.
             * @example Lovelace
             */
            lastName?: string | null;
        };
        /** @description The billing address given at checkout. */
        Billing: {
            /**
             * @description Street address.
             * @example Rua Augusta 1, Lisboa
             */
            addressLine?: string | null;
            /**
             * @description Country of the billing address. An officially assigned ISO 3166-1 alpha-2 code, in any letter case.
             * @example PT
             */
            country?: string | null;
        };
        /** @description The property being booked. */
        Hotel: {
            /**
             * @description Your own identifier for the property.
             * @example hotel-12
             */
            referenceId?: string | null;
            /**
             * @description GIATA property ID. Strongly recommended.
             * @example 3956
             */
            giataId?: string | null;
            /**
             * @description Name of the property.
             * @example Hotel Avenida
             */
            name: string;
            /**
             * @description Street address of the property.
             * @example Avenida da Liberdade 185, Lisboa
             */
            address?: string | null;
            /**
             * @description Country of the property. An officially assigned ISO 3166-1 alpha-2 code, in any letter case.
             * @example PT
             */
            country: string;
        };
        /** @description The stay. */
        Booking: {
            /**
             * Format: date
             * @description Check-in date, YYYY-MM-DD. A date in the past is scored, not refused.
             */
            checkIn: string;
            /**
             * Format: date
             * @description Check-out date, YYYY-MM-DD. Must be after checkIn.
             */
            checkOut: string;
            groupSize?: components["schemas"]["GroupSize"] | null;
            totalAmount?: components["schemas"]["Amount"] | null;
            /**
             * Format: date-time
             * @description Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are served by it.
             * @example 2027-04-28T18:00:00+01:00
             */
            freeCancellationUntil?: string | null;
        };
        /** @description The size of the party. Send it when more people stay than guests are named. */
        GroupSize: {
            /** @description Number of adults. */
            adultCount?: number | null;
            /** @description Number of children. */
            childCount?: number | null;
            /** @description Number of infants. */
            infantCount?: number | null;
        };
        /** @description An amount of money. */
        Amount: {
            /**
             * Format: int64
             * @description A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550.
             * @example 12550
             */
            value: number;
            /**
             * @description A code of ISO 4217, in any letter case.
             * @example EUR
             */
            currency: string;
        };
        /** @description What you know of the payment. Never a card number, a security code or other data of the card. */
        Payment: {
            method?: components["schemas"]["PaymentMethod"] | null;
            /**
             * @description Your payment processor's token or fingerprint, the same for each use of one card or account. Never the card number: what looks like one is refused.
             * @example fp_4mT9xKq2Lw
             */
            instrumentId?: string | null;
            /**
             * @description The first 6 to 8 digits of the card number, and no more of it.
             * @example 45717360
             */
            bin?: string | null;
            /** @description Whether the card was issued in the country of the billing address. */
            billingCountryMatch?: boolean | null;
            avs?: components["schemas"]["AvsResult"] | null;
            cvc?: components["schemas"]["CvcResult"] | null;
            threeDSecure?: components["schemas"]["ThreeDSecureResult"] | null;
            /** @description Payments for this booking that were declined before this request. */
            previousDeclines?: number | null;
        };
        /**
         * @description How the booking is paid. wallet: such as Apple Pay or PayPal. payLater: in instalments, such as Klarna. payAtProperty: nothing is paid or guaranteed yet.
         * @enum {string}
         */
        PaymentMethod: "card" | "wallet" | "bankTransfer" | "directDebit" | "payLater" | "giftCard" | "loyaltyPoints" | "invoice" | "payAtProperty" | "other";
        /**
         * @description The issuer's check of the billing address. addressMatch, postalCodeMatch: only one of the two matches. unavailable: the issuer did not answer. unchecked: it was not asked.
         * @enum {string}
         */
        AvsResult: "match" | "addressMatch" | "postalCodeMatch" | "mismatch" | "unavailable" | "unchecked";
        /**
         * @description The issuer's check of the card's security code. unavailable: the issuer did not answer. unchecked: it was not asked.
         * @enum {string}
         */
        CvcResult: "match" | "mismatch" | "unavailable" | "unchecked";
        /**
         * @description The result of 3-D Secure. attempted: the issuer accepted the liability without authenticating the cardholder. unavailable: the card or its issuer does not take part, or did not answer.
         * @enum {string}
         */
        ThreeDSecureResult: "authenticated" | "attempted" | "exempted" | "failed" | "unavailable" | "notRequested";
        /** @description The decision on a booking attempt. */
        Decision: {
            /** @description Unique identifier of this decision. Store it with the order. */
            decisionId: string;
            /** @description Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
            riskScore: number;
            riskLevel: components["schemas"]["RiskLevel"];
            suggestedAction: components["schemas"]["SuggestedAction"];
            riskSetting: components["schemas"]["RiskSetting"];
            /**
             * Format: date-time
             * @description When the attempt was scored.
             */
            decidedAt: string;
        };
        /**
         * @description low: 0 to 64, medium: 65 to 74, high: 75 to 99.
         * @enum {string}
         */
        RiskLevel: "low" | "medium" | "high";
        /**
         * @description deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), otherwise allow; a one-time pass or an entry of the deny or allow list takes precedence.
         * @enum {string}
         */
        SuggestedAction: "allow" | "deny";
        /**
         * @description The project's risk setting at the time of the decision.
         * @enum {string}
         */
        RiskSetting: "maximizeProtection" | "balanced" | "maximizeRevenue";
        /** @description The outcome of a booking that was scored. */
        OutcomeReport: {
            outcome: components["schemas"]["OutcomeKind"];
            /**
             * Format: date-time
             * @description When it happened: ISO 8601 with a time zone, not in the future.
             */
            occurredAt?: string | null;
            /** @description For your team. The model does not read it. */
            note?: string | null;
            /**
             * @description Your correlation ID for this request. Returned in errors and stored.
             * @example chargeback-000123
             */
            requestId: string;
        };
        /**
         * @description chargeback: the payment was charged back. fraud: found to be fraudulent in another way. legitimate: a genuine guest, also when the booking was refused.
         * @enum {string}
         */
        OutcomeKind: "chargeback" | "fraud" | "legitimate";
        /** @description The outcome of a booking that was scored. */
        Outcome: {
            /** @description The decision that the outcome belongs to. */
            decisionId: string;
            outcome: components["schemas"]["OutcomeKind"];
            /**
             * Format: date-time
             * @description When it happened, or null if that was not reported.
             */
            occurredAt: string | null;
            /**
             * Format: date-time
             * @description When the report was stored.
             */
            reportedAt: string;
        };
        /** @description A decision, its outcome and its strongest reasons. */
        ExplainedDecision: {
            /** @description Unique identifier of this decision. Store it with the order. */
            decisionId: string;
            /** @description Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
            riskScore: number;
            riskLevel: components["schemas"]["RiskLevel"];
            suggestedAction: components["schemas"]["SuggestedAction"];
            riskSetting: components["schemas"]["RiskSetting"];
            /**
             * Format: date-time
             * @description When the attempt was scored.
             */
            decidedAt: string;
            /** @description The requestId of the attempt. */
            requestId: string;
            model: components["schemas"]["DecidingModel"];
            decidedBy: components["schemas"]["DecidedBy"];
            /** @description Entries of the project's lists that applied, in the order of decision. */
            listMatches: components["schemas"]["ListMatch"][];
            /** @description Null where none was reported. */
            outcome: components["schemas"]["ReportedOutcome"] | null;
            /** @description Null where the decision was never sent to review. */
            review: components["schemas"]["Review"] | null;
            reasons: components["schemas"]["Reasons"];
        };
        /** @description The model that scored the attempt. */
        DecidingModel: {
            /** @description The model's name. */
            name: string;
            /** @description The model's version. */
            version: string;
        };
        /** @description What decided the suggested action. */
        DecidedBy: {
            kind: components["schemas"]["DecidedByKind"];
            /** @description The entry or the pass; null where neither decided. */
            entryId: string | null;
            /** @description The version that the project's lists had with it; null where no entry and no pass decided. */
            listsVersion: number | null;
        };
        /**
         * @description The first of these that applied: a one-time pass, an entry of the deny list, one of the allow list, the control group, which lets through a random few of those that the model denies, the model.
         * @enum {string}
         */
        DecidedByKind: "model" | "pass" | "deny" | "allow" | "controlGroup";
        /** @description An entry of a list that applied to an attempt. */
        ListMatch: {
            kind: components["schemas"]["ListMatchKind"];
            /** @description The entry or the pass. */
            entryId: string;
            /** @description The version that the project's lists had with it. */
            listsVersion: number;
        };
        /**
         * @description watch marks a decision, and never decides it.
         * @enum {string}
         */
        ListMatchKind: "pass" | "deny" | "allow" | "watch";
        /** @description The outcome that was reported last. */
        ReportedOutcome: {
            outcome: components["schemas"]["OutcomeKind"];
            /**
             * Format: date-time
             * @description When it happened, or null if that was not reported.
             */
            occurredAt: string | null;
            /**
             * Format: date-time
             * @description When the report was stored.
             */
            reportedAt: string;
        };
        /** @description A person's review of a decision. It never changes the decision. */
        Review: {
            status: components["schemas"]["ReviewStatus"];
            /** @description Given once; null while the review is open. */
            verdict: components["schemas"]["ReviewVerdict"] | null;
            /**
             * Format: date-time
             * @description When the verdict was given; null while the review is open.
             */
            decidedAt: string | null;
        };
        /**
         * @description open: waiting for a person's verdict, or being looked at.
         * @enum {string}
         */
        ReviewStatus: "open" | "decided";
        /**
         * @description What a person says of the booking: fraud, or a good guest.
         * @enum {string}
         */
        ReviewVerdict: "fraud" | "good";
        /** @description Why a decision has its score. */
        Reasons: {
            status: components["schemas"]["ReasonsStatus"];
            /** @description Why there are no reasons, or none yet. */
            detail: string | null;
            /** @description One-sentence explanation of the decision. */
            summary: string | null;
            /** @description At most three: definite evidence first unless it adds next to nothing, then the strongest of each group. */
            strongest: components["schemas"]["Reason"][];
        };
        /**
         * @description pending: being computed, ask again. unavailable: see detail, such as a model that is gone.
         * @enum {string}
         */
        ReasonsStatus: "available" | "pending" | "unavailable";
        /** @description One of the strongest reasons for a score. */
        Reason: {
            /** @description The code of a group of features. */
            group: string;
            /** @description The group as people read it. */
            groupTitle: string;
            /** @description The feature, as in /docs/features. */
            feature: string;
            /** @description Its value, and what is typical. The text may be worded differently later. */
            text: string;
            /** @description What it adds to the score, in points; negative where it lowers the score. */
            points: number;
            /** @description Evidence that stands by itself, such as a reported fraud, whatever its points. */
            definite: boolean;
        };
        /** @description A value for a list. */
        NewListEntry: {
            type: components["schemas"]["ListType"];
            /** @description As people write it. It is stored as attempts are compared with it. */
            value: string;
            /** @description One line, for whoever reads the entry later. */
            reason: string;
            /**
             * Format: date-time
             * @description Until when it applies. Required on the allow list; without it, the entry applies until it is archived.
             */
            expiresAt?: string | null;
            /** @description The decision because of which it is added. */
            decisionId?: string | null;
            /** @description On the watch list only: whether bookings that it marks go to review. */
            review?: boolean | null;
        };
        /**
         * @description deny and allow decide the action; watch marks decisions.
         * @enum {string}
         */
        ListKind: "deny" | "allow" | "watch";
        /**
         * @description email: an e-mail address. domain: a mail domain. phone: a phone number. booker: a booker's referenceId. device: a device ID. ip: an IP address, or a network such as 203.0.113.0/24.
         * @enum {string}
         */
        ListType: "email" | "domain" | "phone" | "booker" | "device" | "ip";
        /** @description An entry of one of the project's lists. */
        ListEntry: {
            /** @description Unique identifier of this entry. */
            entryId: string;
            kind: components["schemas"]["ListKind"];
            type: components["schemas"]["ListType"];
            /** @description As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash. */
            value: string;
            /** @description Why it was added. */
            reason: string;
            /** @description The decision because of which it was added. */
            decisionId: string | null;
            /** @description The version that the project's lists had with it: 1 for the first. */
            listsVersion: number;
            /** @description Who added it: the ID of a key, an account or a user of the operating system. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From then on it does not apply. Null: until it is archived.
             */
            expiresAt: string | null;
            /** @description Who archived it. */
            archivedBy: string | null;
            /**
             * Format: date-time
             * @description From then on it does not apply. Null: it is not archived.
             */
            archivedAt: string | null;
            /** @description On the watch list: whether bookings that it marks go to review. */
            review: boolean;
        };
        /** @description A page of a list. */
        ListEntryPage: {
            /** @description Newest first. */
            entries: components["schemas"]["ListEntry"][];
            /** @description The cursor of the next page; null at the end. */
            next: string | null;
        };
        /** @description A failure, as RFC 9457 defines it. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Where the code is explained.
             */
            type: string;
            /** @description The same for every occurrence of the code. */
            title: string;
            /** @description The status code of the response. */
            status: number;
            /** @description What is wrong with this request, and what to do. */
            detail: string;
            /**
             * @description A stable identifier to branch on.
             * @enum {string}
             */
            code: "malformed_json" | "missing_key" | "invalid_key" | "revoked_key" | "expired_key" | "key_mode_mismatch" | "address_not_allowed" | "not_found" | "method_not_allowed" | "request_timeout" | "idempotency_conflict" | "body_too_large" | "unsupported_media_type" | "validation_failed" | "rate_limited" | "internal_error" | "unavailable";
            /** @description The request's requestId, or null if it could not be read. */
            requestId: string | null;
            /** @description Every field that is missing or invalid. Only with validation_failed. */
            errors?: components["schemas"]["ValidationError"][];
        };
        /** @description A field that is missing or invalid. The value that was sent is not repeated. */
        ValidationError: {
            /** @description JSON Pointer (RFC 6901) to the field, or / and the name of a query parameter. */
            pointer: string;
            /** @description What the field must be. */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    scoreBookingAttempt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and the same body within 24 hours returns the stored answer, and the attempt counts once. With a different body it fails with idempotency_conflict. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RiskRequest"];
            };
        };
        responses: {
            /** @description The decision. It is on disk before the response is sent. */
            200: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description `true` if this is the answer to an earlier request. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description `malformed_json`: The body is not a JSON object. */
            400: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
            401: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The header to send. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. `address_not_allowed`: The API key is not accepted from this address. */
            403: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The supported methods. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. */
            408: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different body. */
            409: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not supported. */
            415: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `validation_failed`: Fields are missing or invalid. */
            422: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description What is left. */
                    RateLimit?: string;
                    /** @description The limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The decisionId of an earlier decision of this project. */
                decisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decision. */
            200: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedDecision"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
            401: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The header to send. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. `address_not_allowed`: The API key is not accepted from this address. */
            403: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The supported methods. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description What is left. */
                    RateLimit?: string;
                    /** @description The limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The decisionId of an earlier decision of this project. */
                decisionId: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutcomeReport"];
            };
        };
        responses: {
            /** @description The decision's current outcome. It is on disk before the response is sent. */
            200: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            /** @description `malformed_json`: The body is not a JSON object. */
            400: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
            401: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The header to send. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. `address_not_allowed`: The API key is not accepted from this address. */
            403: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The supported methods. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. */
            408: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not supported. */
            415: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `validation_failed`: Fields are missing or invalid. */
            422: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description What is left. */
                    RateLimit?: string;
                    /** @description The limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /** @description The archived entries instead of the others. */
                archived?: boolean;
                /** @description Entries of the page at most. */
                limit?: number;
                /** @description `next` of the page before. Without it: the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The list. */
                kind: components["schemas"]["ListKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryPage"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
            401: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The header to send. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. `address_not_allowed`: The API key is not accepted from this address. */
            403: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The supported methods. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `validation_failed`: Fields are missing or invalid. */
            422: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description What is left. */
                    RateLimit?: string;
                    /** @description The limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addListEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list. */
                kind: components["schemas"]["ListKind"];
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewListEntry"];
            };
        };
        responses: {
            /** @description The entry that is in the list. It is on disk before the response is sent. */
            200: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntry"];
                };
            };
            /** @description `malformed_json`: The body is not a JSON object. */
            400: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
            401: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The header to send. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. `address_not_allowed`: The API key is not accepted from this address. */
            403: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The supported methods. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. */
            408: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not supported. */
            415: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `validation_failed`: Fields are missing or invalid. */
            422: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description What is left. */
                    RateLimit?: string;
                    /** @description The limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    archiveListEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list. */
                kind: components["schemas"]["ListKind"];
                /** @description The entryId of an entry of this list. */
                entryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived entry. This is on disk before the response is sent. */
            200: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntry"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
            401: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The header to send. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. `address_not_allowed`: The API key is not accepted from this address. */
            403: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The supported methods. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description What is left. */
                    RateLimit?: string;
                    /** @description The limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /** @description The request's ID in the service's log: the one that was sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decisionDenied: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "decision.denied";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        /** @description As `POST /v1/risk` answered it. */
                        decisionId: string;
                        riskScore: number;
                        riskLevel: string;
                        /** @constant */
                        suggestedAction: "deny";
                        /** @description `model`: the score. `deny`: an entry of the deny list. */
                        decidedBy: "model" | "deny";
                        entryId: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    decisionReview_opened: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "decision.review_opened";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        /** @description As `POST /v1/risk` answered it. */
                        decisionId: string;
                        riskScore: number;
                        /** @description `watch`: an entry of the watch list. `band`: the score. `sample`: chance. `person`: somebody sent it there. */
                        because: ("watch" | "band" | "sample" | "person")[];
                        /** Format: date-time */
                        deadline: string;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    decisionReviewed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "decision.reviewed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        /** @description As `POST /v1/risk` answered it. */
                        decisionId: string;
                        verdict: "fraud" | "good";
                        /** Format: date-time */
                        decidedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    outcomeReported: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "outcome.reported";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        /** @description As `POST /v1/risk` answered it. */
                        decisionId: string;
                        /** @description `chargeback`, `fraud` or `legitimate`; `withdrawn`: no outcome counts any more. */
                        outcome: string;
                        occurredAt: string | null;
                        /** Format: date-time */
                        reportedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "list.changed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        change: "added" | "imported" | "archived";
                        /** @description `deny`, `allow` or `watch`. */
                        list: string;
                        entryId: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    modelPromoted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "model.promoted";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        change: "promoted" | "rolledBack";
                        model: string | null;
                        /** @description `allProjects`: where a project has no model of its own. */
                        appliesTo: "project" | "allProjects";
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    alertFired: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's identifier: the same in every attempt. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": number;
                /** @description `v1,` and a signature in base64; several are separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "alert.fired";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description Counts the events of the project, one after the other. */
                    sequence: number;
                    data: {
                        /** @description `denials`: the share of denied bookings has changed. `telemetry`: it is lost. `features`: what guests send has changed, and moves scores. */
                        kind: "denials" | "telemetry" | "features";
                        /**
                         * Format: date-time
                         * @description When it was found.
                         */
                        since: string;
                        /** @description `denials`, `telemetry`: the share of the last seven days' bookings that are denied, or have telemetry. `features`: the number of features that have changed. */
                        value: number;
                        before: number | null;
                        /** @description The dashboard's page with the details: its path on this service. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is disabled, and gets nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, ten times in some 75 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
