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
         * Score one booking attempt
         * @description Called by the merchant's server right before the reservation is committed. Branch on `suggestedAction`: on `allow` commit the reservation, on `deny` stop the checkout. Store `decisionId` on the order. A high score is never an error.
         */
        post: operations["scoreBookingAttempt"];
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
         * Report what became of a decided booking
         * @description An extension of the specification. The newest report of a decision counts, and all are kept. Repeating a report changes nothing.
         */
        post: operations["reportOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One booking attempt. Optional fields may be absent or null. Unknown fields are ignored and not stored. Strings are trimmed. */
        RiskRequest: {
            /**
             * @description Browser collection ID of the current tab, from window.Service.getCollectionId(). One that is unknown, expired or of another project is a signal, never an error.
             * @example col_m3k9x2ab7Qw4ZrT1uVbN8sYp
             */
            collectionId?: string;
            /** @description The person placing the booking. */
            booker: {
                /**
                 * @description Your own identifier for the booker.
                 * @example user-4711
                 */
                referenceId?: string;
                /**
                 * @description Given name.
                 * @example Ada
                 */
                firstName: string;
                /**
                 * @description Family name.
                 * @example Ada
                 */
                lastName: string;
                /**
                 * Format: email
                 * @description E-mail address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * Format: e164
                 * @description Phone number in E.164 format.
                 * @example +351912345678
                 */
                phone: string;
            };
            /** @description Named guests staying. Always an array, even for one guest. */
            guests?: {
                /**
                 * @description Given name.
                 * @example Ada
                 */
                firstName?: string;
                /**
                 * @description Family name.
                 * @example Lovelace
                 */
                lastName?: string;
            }[];
            /** @description Billing address used at checkout. */
            billing?: {
                /**
                 * @description Street address.
                 * @example Rua Augusta 1
                 */
                addressLine?: string;
                /**
                 * Format: country
                 * @description Country of the billing address. ISO 3166-1 alpha-2, officially assigned, any letter case.
                 * @example PT
                 */
                country?: string;
            };
            /** @description The property being booked. */
            hotel: {
                /**
                 * @description Your own identifier for the property.
                 * @example hotel-12
                 */
                referenceId?: string;
                /**
                 * @description GIATA property ID. Strongly recommended for matching.
                 * @example 3956
                 */
                giataId?: string;
                /**
                 * @description Property name.
                 * @example Ada
                 */
                name: string;
                /**
                 * @description Street address of the property.
                 * @example Avenida da Liberdade 185
                 */
                address?: string;
                /**
                 * Format: country
                 * @description Country of the property. ISO 3166-1 alpha-2, officially assigned, any letter case.
                 * @example PT
                 */
                country: string;
            };
            /** @description Reservation details. */
            booking: {
                /**
                 * Format: date
                 * @description Check-in date, YYYY-MM-DD. A day in the past is scored, not refused.
                 * @example 2027-05-01
                 */
                checkIn: string;
                /**
                 * Format: date
                 * @description Check-out date, YYYY-MM-DD, after checkIn.
                 * @example 2027-05-04
                 */
                checkOut: string;
                /** @description Party size breakdown, when the reservation includes more people than the named guests. */
                groupSize?: {
                    /** @description Number of adults. Omit when zero. */
                    adultCount?: number;
                    /** @description Number of children. Omit when zero. */
                    childCount?: number;
                    /** @description Number of infants. Omit when zero. */
                    infantCount?: number;
                };
            };
            /**
             * @description Your correlation id for this call. Echoed in errors and stored on the decision.
             * @example checkout-20270401-000123
             */
            requestId: string;
        };
        /** @description The decision on one booking attempt. */
        Decision: {
            /** @description Unique identifier of this decision. Store it on the order record. */
            decisionId: string;
            /** @description Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
            riskScore: number;
            /**
             * @description low: 0 to 64, medium: 65 to 74, high: 75 to 99.
             * @enum {string}
             */
            riskLevel: "low" | "medium" | "high";
            /**
             * @description deny at a riskScore of at least 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue).
             * @enum {string}
             */
            suggestedAction: "allow" | "deny";
            /**
             * @description The project's risk setting when the decision was made.
             * @enum {string}
             */
            riskSetting: "maximizeProtection" | "balanced" | "maximizeRevenue";
            /**
             * Format: date-time
             * @description When the booking was scored.
             */
            decidedAt: string;
        };
        /** @description What became of a decided booking. */
        OutcomeReport: {
            /**
             * Format: outcome
             * @description chargeback: the payment was taken back; fraud: found out otherwise; legitimate: the guest was who they said, also where the booking was refused.
             * @enum {string}
             */
            outcome: "chargeback" | "fraud" | "legitimate";
            /**
             * Format: date-time
             * @description When it happened: ISO 8601 with a zone, not in the future.
             * @example 2027-05-20T09:00:00Z
             */
            occurredAt?: string;
            /** @description For people; not looked at by the model. */
            note?: string;
            /**
             * @description Your correlation id for this call. Echoed in errors and stored.
             * @example chargeback-000123
             */
            requestId: string;
        };
        /** @description What became of a decided booking. */
        Outcome: {
            decisionId: string;
            /**
             * @description What was reported last.
             * @enum {string}
             */
            outcome: "chargeback" | "fraud" | "legitimate";
            /**
             * Format: date-time
             * @description When it happened, where that was told.
             */
            occurredAt: string | null;
            /**
             * Format: date-time
             * @description When the report was kept.
             */
            reportedAt: string;
        };
        /** @description A failure (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description Where the code is explained.
             */
            type: string;
            title: string;
            status: number;
            /** @description What to do about this occurrence. */
            detail: string;
            /**
             * @description For programs to branch on.
             * @enum {string}
             */
            code: "malformed_json" | "missing_key" | "invalid_key" | "revoked_key" | "key_mode_mismatch" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "body_too_large" | "unsupported_media_type" | "validation_failed" | "rate_limited" | "internal_error" | "unavailable";
            /** @description The request's requestId, or null where none could be read. */
            requestId: string | null;
            /** @description With validation_failed: every issue at once. Values are not repeated. */
            errors?: {
                /** @description JSON Pointer (RFC 6901) to the field. */
                pointer: string;
                message: string;
            }[];
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
                /** @description The same key with the same body within 24 hours gets the stored answer again, and the attempt counts once. With another body it is refused as idempotency_conflict. */
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
            /** @description The decision. It is on disk before this answer leaves. */
            200: {
                headers: {
                    /** @description `true` where the answer is an earlier call's. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. */
            401: {
                headers: {
                    /** @description The header to use. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The methods that it takes. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `validation_failed`: Fields are missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
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
                /** @description The decisionId of an earlier answer of this project. */
                decisionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutcomeReport"];
            };
        };
        responses: {
            /** @description What counts for the decision now. It is on disk before this answer leaves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            /** @description `malformed_json`: The body is not a JSON object. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `missing_key`: No API key was sent. `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. */
            401: {
                headers: {
                    /** @description The header to use. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_mode_mismatch`: The API key is of the wrong kind. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The endpoint does not support this method. */
            405: {
                headers: {
                    /** @description The methods that it takes. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `validation_failed`: Fields are missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
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
}
