// Written by "npm run generate" from openapi.json; do not edit.

export interface paths {
    "/api/v2/public/session-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a session token for a linked account */
        post: operations["createSessionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/session-token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the session token of this request, at once */
        post: operations["revokeSessionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the organization's settings */
        get: operations["getOrganization"];
        /** Change the organization's settings, with a production key: they hold in both environments */
        put: operations["updateOrganization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/org/basics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a browser may know about the organization and the account */
        get: operations["getOrganizationBasics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the environment's API keys, oldest first, never the keys themselves */
        get: operations["listApiKeys"];
        put?: never;
        /** Make an API key for this environment, with a role of at most your own; it is shown this once */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key of this environment, at once; its role must be at most your own */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operator-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who has signed in, and what they may do */
        get: operations["getOperatorSession"];
        put?: never;
        /** Sign in with email address and password */
        post: operations["signIn"];
        /** Sign out */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operator-session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a one-time link: an invitation, a reset or the first sign-in */
        post: operations["signInByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operator-session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the password to sign in with; the operator's other sessions end */
        put: operations["setOperatorPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operator-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operator's own sessions, newest first */
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operator-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of the operator's own sessions, at once */
        delete: operations["deleteOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operator-session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Have sign-ins ask for a code of the authenticator app, by a code of it */
        put: operations["enableOperatorTotp"];
        /** Make a secret for an authenticator app; it asks for no code before PUT has proven one */
        post: operations["createOperatorTotp"];
        /** Have sign-ins ask for no code any more, by a code of the authenticator app */
        delete: operations["disableOperatorTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organization's operators, oldest first */
        get: operations["listOperators"];
        put?: never;
        /** Invite an operator by a link, with a production key: roles hold in both environments */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change an operator's name or roles, with a production key */
        put: operations["updateOperator"];
        post?: never;
        /** Remove an operator, with a production key; its sessions end at once */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/operators/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new sign-in link, with a production key: the operator's password, code and sessions end at once */
        post: operations["createOperatorLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook; the reply has its signing secret */
        post: operations["createWebhook"];
        /**
         * Delete the only webhook
         * @deprecated
         */
        delete: operations["deleteOnlyWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getWebhook"];
        /** Change any fields of a webhook */
        put: operations["updateWebhook"];
        post?: never;
        /** Delete a webhook with its deliveries; the reply lists the ones that remain */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a webhook in production what it is in test, with a production key */
        post: operations["promoteWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhooks/group/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put webhooks into a group; without `group`, into none */
        put: operations["groupWebhooks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add events to the only webhook
         * @deprecated
         */
        post: operations["subscribeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an event from the only webhook
         * @deprecated
         */
        post: operations["unsubscribeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the signing secret of a webhook */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the signing secret; those before sign along for 24 hours */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again, under the same webhook-id */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send many deliveries again, each under the same webhook-id */
        post: operations["resendWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery with example data */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries with their attempts, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of all webhooks with their attempts, newest first */
        get: operations["listAllDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its attempts */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{slug}/integrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Begin an OAuth2 connect; the query holds what the customer typed in */
        get: operations["startConnectByQuery"];
        put?: never;
        /** Begin an OAuth2 connect; the body holds what the customer typed in */
        post: operations["startConnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{slug}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a provider sends the customer back; answers with a page for people */
        get: operations["finishConnect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/linked-acc/integration/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove this account's connections to an application */
        delete: operations["disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/f-sdk/application": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the enabled applications with the account's connections */
        get: operations["listOwnApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/f-sdk/application/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an enabled application with the account's connections */
        get: operations["getOwnApplication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/app/{slug}/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connect with a key or an OAuth2 client of the customer's own, after the provider has accepted it */
        post: operations["saveConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the enabled applications with the account's connections */
        get: operations["listApplications"];
        put?: never;
        /** Add an application of the organization's own, or replace it */
        post: operations["saveCustomApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an enabled application with the account's connections */
        get: operations["getApplication"];
        put?: never;
        post?: never;
        /** Delete an application of the organization's own with all connections to it */
        delete: operations["deleteCustomApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/integration/oauth-url/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Begin an OAuth2 connect; the query holds what the customer typed in */
        get: operations["getOAuthUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/integration/save-key-credentials/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Connect with a key or an OAuth2 client of the customer's own, after the provider has accepted it */
        put: operations["saveKeyCredentials"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/auth-structure/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which fields an application asks for; with a key or session token also an own one */
        get: operations["getAuthStructure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/migrate-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Connect an account with tokens or a key from another system */
        put: operations["migrateToken"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all applications with the organization's settings, enabled or not */
        get: operations["listApplicationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/{slug}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an application's settings */
        get: operations["getApplicationSettings"];
        /** Enable or disable an application, or set its OAuth2 client and scopes */
        put: operations["updateApplicationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/{slug}/settings/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an application and its settings in production what they are in test, with a production key */
        post: operations["promoteApplicationSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/{slug}/icon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the icon of an application of the catalogue */
        get: operations["getApplicationIcon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/integration/{slug}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how an account's connections to an application are, with what happened to them */
        get: operations["getConnectionHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/integration/{slug}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the provider about an account's connections now, and read how they are */
        post: operations["checkConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all connections with their health, the longest connected first */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/integration/{slug}/reconnect-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a link to the page on which the customer connects the application again */
        post: operations["createReconnectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an application of the organization's own from an OpenAPI document, or replace it */
        post: operations["importOpenApi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/openapi/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the operations of an OpenAPI document, to choose from; nothing is stored */
        post: operations["listOpenApiOperations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/integration-schema/{slug}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the actions of an enabled application */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/integration-schema/{slug}/actions/{action_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the inputs of an action */
        get: operations["getAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/integration-schema/{slug}/actions/{action_id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Carry out an action with the account's own credential; `node_status` says how it ended */
        post: operations["executeAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the values that the provider offers for an input; the query holds the inputs so far */
        get: operations["listActionOptions"];
        put?: never;
        /** List the values that the provider offers for an input; the body holds the inputs so far */
        post: operations["findActionOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a remote MCP server as an application of the organization, or replace it: its tools are the actions */
        post: operations["addMcpServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/{slug}/mcp/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a server's tools again, with the connection of the linked account that is named, if any */
        post: operations["refreshMcpServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{slug}/client-metadata.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Junctor says of itself as an OAuth2 client that needs no registration */
        get: operations["getClientMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/integration/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an account's connections to an application */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/default-app/auth-credentials/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set one of the account's credentials of your own application */
        put: operations["putAccountCredential"];
        post?: never;
        /** Remove one of the account's credentials of your own application */
        delete: operations["deleteAccountCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List linked accounts, newest first */
        get: operations["listLinkedAccounts"];
        /** Create or update a linked account */
        put: operations["upsertLinkedAccount"];
        /** Create a linked account */
        post: operations["createLinkedAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a linked account */
        get: operations["getLinkedAccount"];
        put?: never;
        post?: never;
        /** Delete a linked account and all that belongs to it */
        delete: operations["deleteLinkedAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/session/active-linked-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the linked account of the session token */
        get: operations["getActiveLinkedAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the workflows that the linked account is offered, and its own */
        get: operations["listWorkflows"];
        put?: never;
        /** Create a workflow of the organization or, when an account is named, of that account alone */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all workflows, drafts and those of single accounts included, newest first */
        get: operations["listAllWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a workflow or a draft */
        get: operations["getWorkflow"];
        /** Change a workflow; nodes, edges, settings and data slots of a published one change in its draft */
        put: operations["updateWorkflow"];
        post?: never;
        /** Delete a workflow with its draft, or a draft alone */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the draft of a published workflow, made on the first call; others are their own draft */
        get: operations["editWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List everything for which a workflow or a draft could not be published now */
        get: operations["listWorkflowProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a workflow, newest first
         * @description With a session token, of the organization's workflows only the version in use.
         */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Publish a workflow or its draft, publish an earlier version again, or unpublish */
        put: operations["publishWorkflow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make what an earlier version published the content of the draft, instead of what that holds */
        post: operations["restoreWorkflowVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a workflow, a draft or a version as a document that can be imported elsewhere */
        get: operations["exportWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an unpublished workflow from a document, with warnings about what is not here */
        post: operations["importWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/f-sdk/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set values and switches of a config */
        put: operations["updateConfigInBrowser"];
        /** Read a config of the linked account, made if it is missing */
        post: operations["getOrCreateConfigInBrowser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/f-sdk/slug/{slug}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the config that is named like the linked account */
        get: operations["getDefaultConfigInBrowser"];
        put?: never;
        post?: never;
        /** Delete the config that is named like the linked account */
        delete: operations["deleteDefaultConfigInBrowser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/f-sdk/slug/{slug}/config/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a config */
        get: operations["getConfigInBrowser"];
        put?: never;
        post?: never;
        /** Delete a config */
        delete: operations["deleteConfigInBrowser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set values and switches of a config */
        put: operations["updateConfig"];
        /** Read a config of the linked account, made if it is missing */
        post: operations["getOrCreateConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/slug/{slug}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the config that is named like the linked account */
        get: operations["getDefaultConfig"];
        put?: never;
        post?: never;
        /** Delete the config that is named like the linked account */
        delete: operations["deleteDefaultConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/slug/{slug}/config/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a config */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        /** Delete a config */
        delete: operations["deleteConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/slug/{slug}/configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the linked account's configs for an application, oldest first */
        get: operations["listConfigs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the workflows that are on in the linked account's configs */
        get: operations["listEnabledWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/slug/{slug}/config/{configId}/workflows/{workflowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Switch one workflow of a config on or off */
        patch: operations["switchConfigWorkflow"];
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the linked accounts that a workflow is on for */
        get: operations["countWorkflowAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/config/field/{fieldId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a field of a config with its options */
        get: operations["getConfigField"];
        /** Set the value of a field of a config */
        put: operations["updateConfigField"];
        /** Read a field of a config with its options, as a form that is not saved yet needs them */
        post: operations["readConfigField"];
        /** Unset the value of a field of a config */
        delete: operations["deleteConfigField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/config/field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a config with all its fields */
        post: operations["getConfigFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/config/rule-engine/{fieldId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read what conditions of a rule_engine field may be made of, for one left side */
        post: operations["getRuleOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/{slug}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the fields that an application's configs ask for */
        get: operations["getApplicationFields"];
        /** Declare the fields that an application's configs ask for */
        put: operations["setApplicationFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/datastore/config/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the names of a config's datastores */
        get: operations["listDatastores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/datastore/config/{slug}/{name}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the records of a datastore, oldest first */
        get: operations["listDatastoreRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/datastore/config/{slug}/{name}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find the records of a datastore whose fields match regular expressions */
        post: operations["searchDatastoreRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List executions, newest first */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an execution with its nodes */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/execution/{id}/response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what an asynchronous execution returned */
        get: operations["getExecutionResponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/nodes/{node_id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the items of a loop, with what each came to; other nodes have none */
        get: operations["listExecutionBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/nodes/{node_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the attempts at a step, the first one first */
        get: operations["listExecutionAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all attempts at all steps in the order in which they began, also those inside of loops */
        get: operations["getExecutionTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an execution; what is under way is cut off */
        post: operations["stopExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Do an execution again from the start: same input, same version, same choices */
        post: operations["rerunExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Do an execution again from any node, with other input, on the old or the published version */
        post: operations["replayExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Do all executions again that a filter finds, each once, in the background */
        post: operations["replayExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/replay/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how far a replay of many executions has come */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/replay/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start nothing more of a replay of many executions; what it has started goes on */
        post: operations["stopReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wait/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a node that waits for a webhook
         * @description The address is the credential: an execution gives it out as `links.<node id>`. The first answer counts, also one that comes before the node is reached.
         */
        post: operations["answerWait"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the approvals that wait now, newest first */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/execution/{id}/nodes/{node_id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Approve or reject what an execution waits for */
        put: operations["decideApproval"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/public/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the schedules of a linked account, newest first */
        get: operations["listSchedules"];
        put?: never;
        /** Run a workflow on a schedule, for one linked account */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/public/scheduled/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a schedule's times and payload; a paused one stays paused */
        put: operations["updateSchedule"];
        post?: never;
        /** Delete a schedule */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/public/scheduled/{schedule_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Pause a schedule */
        put: operations["pauseSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/public/scheduled/{schedule_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Resume a paused schedule; its next tick lies in the future */
        put: operations["resumeSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the schedules of all linked accounts with their next ticks, newest first */
        get: operations["listAllSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a schedule with its payload and its next ticks */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find workflows, linked accounts, applications, executions and more by name or id
         * @description At most 20, of a kind at most 5 where several are asked for; what matches whole comes first.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events of your product, by name */
        get: operations["listEvents"];
        put?: never;
        /** Define an event of your product */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/event/{event_id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an event's definition in production what it is in test, with a production key */
        post: operations["promoteEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/application/event/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the definition of an event */
        get: operations["getEvent"];
        /** Change the definition of an event; what is left out stays */
        put: operations["updateEvent"];
        post?: never;
        /** Delete the definition of an event */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events of your product, by name */
        get: operations["listEventsAlias"];
        put?: never;
        /** Send an event of your product for a linked account */
        post: operations["triggerEventAtBase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/event/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the definition of an event */
        get: operations["getEventAlias"];
        /** Change the definition of an event; what is left out stays */
        put: operations["updateEventAlias"];
        /** Send an event that starts only workflows of one application */
        post: operations["triggerEventOfApplication"];
        /** Delete the definition of an event */
        delete: operations["deleteEventAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/event/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event of your product for a linked account */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/event/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event of your product for a linked account */
        post: operations["triggerEventV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/event/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List received events, newest first, with what they started and whether that adds up */
        get: operations["listReceivedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/audit/event-received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List received events, newest first, with what they started and whether that adds up */
        get: operations["listAuditedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/event/received/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an event as received, with what it started and whether that adds up */
        get: operations["getReceivedEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/audit/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what the audit found that does not add up, newest first */
        get: operations["listAuditFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a workflow now, whether the linked account has enabled it or not */
        post: operations["executeWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a workflow now, whether the linked account has enabled it or not */
        post: operations["executeWorkflowV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/request-structure/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what input a published workflow expects */
        get: operations["getRequestStructure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the secret of a workflow's incoming webhooks; it is shown in this reply alone */
        put: operations["setWorkflowWebhookSecret"];
        post?: never;
        /**
         * Delete the secrets of a workflow's incoming webhooks, all at once
         * @description Where the workflow demands a signature nothing comes in any more: publish it without, or set another.
         */
        delete: operations["deleteWorkflowWebhookSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/webhook-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the address to which webhooks for a linked account are sent */
        get: operations["getWorkflowWebhookUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/webhook-url/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give the address of a workflow's webhooks for a linked account another key */
        post: operations["rotateWorkflowWebhookUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/workflow/{id}/webhook-urls/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give the addresses of a workflow's webhooks another key for every linked account */
        post: operations["rotateWorkflowWebhookUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/linked-account/{id}/webhook-urls/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give all addresses at which a linked account gets webhooks another key */
        post: operations["rotateAccountWebhookUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a workflow by a webhook; answered when the execution is stored */
        post: operations["triggerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The same without the key, for senders that have such an address: where the workflow demands a signature, or has the setting keyless_webhooks */
        post: operations["triggerKeylessWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/triggers/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what an application tells of, which may start workflows */
        get: operations["listTriggers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/trigger-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List to which triggers a linked account is subscribed, and how that goes */
        get: operations["listTriggerSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/connect-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a link to the hosted portal of the linked account */
        post: operations["createConnectUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/hosted-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the properties of the linked account's newest portal link */
        get: operations["getHostedProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List MCP servers, newest first
         * @description The organization's, and the linked account's own; named as the account sees them. With an API key that names no account the organization's records.
         */
        get: operations["listMcpServers"];
        put?: never;
        /**
         * Create an MCP server
         * @description With an API key one of the organization's, which all its linked accounts of the environment are offered; with a session token the account's own, which nobody else sees.
         */
        post: operations["createMcpServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an MCP server
         * @description As the linked account sees it: the organization's record with what the account has changed. With an API key that names no account the record itself: that is the one to edit, as it has no customer's changes.
         */
        get: operations["getMcpServer"];
        /**
         * Set fields of an MCP server; what is not given stays
         * @description With an API key, for all linked accounts; the named account's own change of the same fields is dropped. With a session token, on a server of the organization, for that account alone.
         */
        put: operations["updateMcpServer"];
        post?: never;
        /**
         * Delete an MCP server
         * @description The log of what was called there stays.
         */
        delete: operations["deleteMcpServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Drop what the linked account has changed on a server of the organization */
        delete: operations["dropMcpServerChanges"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the linked account's token for an MCP server; the one before is void */
        post: operations["createMcpToken"];
        /** End the linked account's token for an MCP server */
        delete: operations["deleteMcpToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the linked account's tokens for MCP servers, newest first */
        get: operations["listMcpTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a token of the linked account's back */
        delete: operations["withdrawMcpToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of tools of all MCP servers, newest first
         * @description With `status=WAITING`, the inbox of what is to be decided.
         */
        get: operations["listAllMcpCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of an MCP server's tools, newest first
         * @description Also those of a server that was deleted.
         */
        get: operations["listMcpCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}/calls/{call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a call of an MCP server's tool */
        get: operations["getMcpCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}/calls/{call_id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Approve or reject a call that waits
         * @description An approved call is made at once, in the background.
         */
        put: operations["decideMcpCall"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how customers sign in to allow an assistant */
        get: operations["getMcpSettings"];
        /** Set how customers sign in to allow an assistant; what is not given stays, null unsets */
        put: operations["updateMcpSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say which linked account the user is that was sent to the sign-in address */
        post: operations["answerMcpSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-servers/{id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a one-time code with which the linked account connects an assistant */
        post: operations["createMcpSignInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the assistants that the linked account has allowed, newest first */
        get: operations["listMcpGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/mcp-grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an assistant's access back */
        delete: operations["withdrawMcpGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count executions, deliveries, MCP calls or changes of connections over time */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/statistics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what needs somebody first: failures with their trend, broken connections, backlog */
        get: operations["getStatisticsOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/public/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear of changes as they happen: executions, deliveries, connections, MCP calls
         * @description Server-sent events. `event` is the kind, `data` a ChangeEvent. After a `reset`, what changed cannot be told any more: load what you show anew, and listen on. The stream ends after some minutes; reconnect with the `id` heard last, and nothing is missed. A change may be told twice.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process runs */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether database and queue answer */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
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
        /** ActionOption */
        ActionOption: {
            name: string;
            value: unknown;
        };
        /** ActionParameter */
        ActionParameter: {
            name: string;
            label: string;
            required: boolean;
            /** @enum {string} */
            type: "text" | "number" | "boolean" | "select" | "json";
            help_text?: string;
            /** @description The values that it takes. */
            options?: {
                name: string;
                value: unknown;
            }[];
            /** @description A list of values that the provider knows: read it at `options/<list>`. */
            options_list?: string;
            /** @description The JSON Schema (2020-12) of this input. */
            schema: unknown;
        };
        /** ActionResult */
        ActionResult: {
            /** @enum {string} */
            node_status: "Success" | "Errored";
            /** @description The provider's status, where it answered over HTTP. */
            http_status?: number;
            /** @description The action's result; when `Errored` an object of `code` (auth, rateLimit, input, remote, timeout or blocked), `message`, `may_retry` and, where the provider asked for it, `retry_after_ms`. */
            data: unknown;
        };
        /** ActionSummary */
        ActionSummary: {
            action_id: string;
            name: string;
            description: string;
            /**
             * @description What it does, in a word.
             * @enum {string}
             */
            tag: "read" | "write" | "destructive";
            /**
             * @description Whom it is made for.
             * @enum {string}
             */
            audience: "human" | "ai" | "both";
            hints: {
                /** @description Changes nothing. */
                read_only: boolean;
                /** @description Doing it again changes nothing more. */
                idempotent: boolean;
                /** @description Cannot be undone. */
                destructive: boolean;
                /** @description Deals with more than the customer's own data. */
                open_world: boolean;
            };
        };
        /** ApiKey */
        ApiKey: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            name: string | null;
            /**
             * @description What the key may do, least first.
             * @enum {string}
             */
            role: "viewer" | "support" | "developer" | "owner";
            /** @description The end of the key. */
            last_four: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            /**
             * @description The day of the last use, in UTC.
             * @example 2026-01-31
             */
            last_used_at: string | null;
            /** @description The address that last used it; of IPv6 the network. */
            last_used_from: string | null;
        };
        /** Application */
        Application: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            app_id: string;
            name: string;
            description: string;
            /** @description A data URL; may be empty. */
            icon: string;
            slug: string;
            /** @description The slug, or `custom` for an organization's own application. */
            type: string;
            /** @enum {string} */
            kind: "native" | "custom";
            tags: string[];
            ecosystem: boolean;
            version: {
                _v: string;
                description: string;
            };
            /**
             * @description The default kind of connecting.
             * @enum {string}
             */
            auth_type: "oauth2" | "keybased";
            auth_type_options: {
                oauth2?: components["schemas"]["InputField"][];
                keybased?: components["schemas"]["InputField"][];
            };
            auth_input_map: components["schemas"]["InputField"][];
            /** @enum {string} */
            grant_type?: "authorization_code" | "authorization_code_pkce" | "client_credentials";
            connected: boolean;
            connected_accounts: {
                identifier: string;
                /** @enum {string} */
                auth_type: "oauth2" | "keybased";
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                connectedAt: string;
                /** @enum {string} */
                status: "active" | "expired";
            }[];
            /** @description All connections have expired: connect again. */
            reauth_required: boolean;
        };
        /** ApplicationEvent */
        ApplicationEvent: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            event_id: string;
            name: string;
            /** @description The same as name. */
            event_name: string;
            response: {
                /** @description Dotted path. */
                key: string;
                /** @enum {string} */
                type: "text" | "number" | "boolean" | "array" | "object";
            }[];
            /** @description The fields of response as a map of path to type. */
            event_model: {
                [key: string]: string;
            };
            /** @description The example from which the fields were read. */
            raw_response?: unknown;
            /** @description JSON Schema of the payload. */
            json_schema?: {
                [key: string]: unknown;
            };
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
        };
        /** ApplicationFields */
        ApplicationFields: {
            slug: string;
            fields: {
                [key: string]: unknown;
            }[];
        };
        /** ApplicationSettings */
        ApplicationSettings: {
            slug: string;
            name: string;
            description: string;
            tags: string[];
            /** @description The path of its icon on this server; empty without one. */
            icon_url: string;
            action_count: number;
            trigger_count: number;
            /** @enum {string} */
            kind: "native" | "custom";
            /**
             * @description What it is made of.
             * @enum {string}
             */
            provider: "manifest" | "openapi" | "mcp" | "piece";
            /** @description The kinds of connecting it has. */
            auth_types: ("oauth2" | "keybased")[];
            enabled: boolean;
            /** @description The organization's own OAuth2 client. */
            client_id?: string;
            has_client_secret: boolean;
            /** @description The operator brings an OAuth2 client for everybody. */
            has_default_client: boolean;
            scopes: string[];
            /** @description Register this redirect address with the provider. */
            callback_url: string;
            __v: number;
        };
        /** Approval */
        Approval: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            execution_id: string;
            node_id: string;
            node_name: string;
            /** @description The node with the items of the loops around it, such as `loop[3]/node`. */
            path: string;
            linked_account_id: string;
            associated_workflow: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                name: string;
            };
            title: string;
            message?: string;
            allow_comment: boolean;
            fields: {
                /** @description Under which the output has the value. */
                name: string;
                /** @description As shown; the name if left out. */
                label?: string;
                /**
                 * @description What it takes.
                 * @enum {string}
                 */
                type: "text" | "number" | "boolean" | "select";
                /** @description Whether nobody can approve without it; a boolean must then be true. */
                required?: boolean;
                /** @description What a select can be chosen from. */
                options?: {
                    /** @description As shown; the value if left out. */
                    name?: string;
                    /** @description What the output then has. */
                    value: string | number;
                }[];
            }[];
            /** @description The page on which it is decided, by whoever has the address; told to API keys alone. */
            url?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
        };
        /** AuditFinding */
        AuditFinding: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description `executions`: not as many as matched; `queue`: an open execution or a pending delivery that nobody will pick up; `deliveries`: webhooks that were not told.
             * @enum {string}
             */
            kind: "executions" | "queue" | "deliveries";
            event_id?: string;
            execution_id?: string;
            linked_account_id: string;
            message: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            found_at: string;
        };
        /** AuthStructure */
        AuthStructure: {
            oauth2?: {
                [key: string]: unknown;
            };
            keybased?: {
                [key: string]: unknown;
            };
        };
        /** AuthUrl */
        AuthUrl: {
            /** @description Open it in the customer's browser: a page that goes on to the provider. */
            auth_url?: string;
            /** @description Connected at once, without consent. */
            connected?: boolean;
        };
        /** ChangeEvent */
        ChangeEvent: {
            /**
             * @description Of the execution, delivery, connection or call.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description Of an execution or call as its record has it; of a delivery `delivered`, `failed`, `cancelled` or `retrying`; of a connection `connected`, `degraded`, `healthy`, `expired` or `disconnected`. */
            status: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description Null where the account is deleted. */
            linked_account_id?: string | null;
            /** @description Of an execution. */
            workflow_id?: string;
            /** @description Of a delivery. */
            webhook_id?: string;
            /** @description Of a delivery: what it tells of. */
            event?: string;
            /** @description Of a connection; of an execution that failed in a step of this application. */
            slug?: string;
            /** @description Of an MCP call. */
            mcp_server_id?: string;
            /** @description Of an MCP call. */
            tool?: string;
            /** @description Of what has ended. */
            duration_ms?: number;
        };
        /** ClientMetadata */
        ClientMetadata: {
            client_id: string;
            client_name: string;
            redirect_uris: string[];
            grant_types: string[];
            response_types: string[];
            token_endpoint_auth_method: string;
        };
        /** Config */
        Config: {
            slug: string;
            config_id: string;
            fields: components["schemas"]["ConfigField"][];
            workflows: components["schemas"]["ConfigWorkflow"][];
            field_errors: {
                id: string;
                name: string;
                error: {
                    message: string;
                    error?: unknown;
                };
            }[];
        };
        /** ConfigField */
        ConfigField: {
            id: string;
            name: string;
            /** @description text, number, select, map and so on (any text is allowed). */
            field_type: string;
            required: boolean;
            multiple?: boolean;
            hidden?: boolean;
            value?: unknown;
            defaultValue?: unknown;
            placeholder?: string;
            help_text?: string;
            options?: {
                name: string;
                value: unknown;
            }[];
            labels: {
                name: string;
                value: string | number | boolean;
            }[];
            parent?: string;
            associated_page?: string;
            dynamic_slot_identifier?: string;
            data_source?: unknown;
            mapping?: unknown;
            rule_columns?: unknown;
            /** @description Why its data source has no options; only where one field is read by itself. */
            error?: {
                message: string;
            };
        };
        /** ConfigSummary */
        ConfigSummary: {
            config_id: string;
        };
        /** ConfigWorkflow */
        ConfigWorkflow: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            name: string;
            description: string;
            icon?: string;
            enabled: boolean;
            fields: components["schemas"]["ConfigField"][];
            associated_page?: string;
        };
        /** ConfigWorkflows */
        ConfigWorkflows: {
            workflows: components["schemas"]["ConfigWorkflow"][];
        };
        /** ConnectionHealth */
        ConnectionHealth: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            slug: string;
            /** @description The application's name. */
            application: string;
            linked_account_id: string;
            /** @description In lists. */
            linked_account_name?: string;
            /** @enum {string} */
            auth_type: "oauth2" | "keybased";
            /** @description The account at the provider. */
            identifier?: string;
            /**
             * @description `healthy`; `degraded`: something went wrong since it last worked, and is tried again; `expired`: the customer must connect again.
             * @enum {string}
             */
            status: "healthy" | "degraded" | "expired";
            /** @description What is wrong, for the customer. */
            cause: string | null;
            /** @description What helps, for the customer. */
            what_to_do: string | null;
            /** @description What the provider said, for engineers. */
            detail: string | null;
            /** @description Since something last went well. */
            consecutive_failures: number;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            connected_at: string;
            expires_at: string | null;
            next_refresh_at: string | null;
            next_check_at: string | null;
            /** @description `granted` is null where the provider does not say; nothing is known to be missing then. */
            scopes: {
                granted: string[] | null;
                needed: string[];
                missing: string[];
            };
            checks: {
                succeeded: number;
                failed: number;
                last_at: string | null;
                last_succeeded: boolean | null;
            };
            refreshes: {
                succeeded: number;
                failed: number;
                last_at: string | null;
                last_succeeded: boolean | null;
            };
            last_answer: {
                status: number;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                /** @description `action`, `check` or `token`. */
                about: string;
            } | null;
        };
        /** ConnectionHealthRecord */
        ConnectionHealthRecord: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            slug: string;
            /** @description The application's name. */
            application: string;
            linked_account_id: string;
            /** @description In lists. */
            linked_account_name?: string;
            /** @enum {string} */
            auth_type: "oauth2" | "keybased";
            /** @description The account at the provider. */
            identifier?: string;
            /**
             * @description `healthy`; `degraded`: something went wrong since it last worked, and is tried again; `expired`: the customer must connect again.
             * @enum {string}
             */
            status: "healthy" | "degraded" | "expired";
            /** @description What is wrong, for the customer. */
            cause: string | null;
            /** @description What helps, for the customer. */
            what_to_do: string | null;
            /** @description What the provider said, for engineers. */
            detail: string | null;
            /** @description Since something last went well. */
            consecutive_failures: number;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            connected_at: string;
            expires_at: string | null;
            next_refresh_at: string | null;
            next_check_at: string | null;
            /** @description `granted` is null where the provider does not say; nothing is known to be missing then. */
            scopes: {
                granted: string[] | null;
                needed: string[];
                missing: string[];
            };
            checks: {
                succeeded: number;
                failed: number;
                last_at: string | null;
                last_succeeded: boolean | null;
            };
            refreshes: {
                succeeded: number;
                failed: number;
                last_at: string | null;
                last_succeeded: boolean | null;
            };
            last_answer: {
                status: number;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                /** @description `action`, `check` or `token`. */
                about: string;
            } | null;
            timeline: {
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                /** @description `connected`, `reconnected`, `checked`, `check_failed`, `refreshed`, `refresh_failed`, `refused` or `expired`. */
                kind: string;
                message: string;
                /** @description HTTP status of the provider's answer. */
                status: number | null;
            }[];
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            name: string | null;
            /**
             * @description What the key may do, least first.
             * @enum {string}
             */
            role: "viewer" | "support" | "developer" | "owner";
            /** @description The end of the key. */
            last_four: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            /**
             * @description The day of the last use, in UTC.
             * @example 2026-01-31
             */
            last_used_at: string | null;
            /** @description The address that last used it; of IPv6 the network. */
            last_used_from: string | null;
            /** @description The key itself, shown this once. */
            key: string;
        };
        /** CreatedMcpServer */
        CreatedMcpServer: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            name: string;
            description: string;
        };
        /** CreatedWebhook */
        CreatedWebhook: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            is_enabled: boolean;
            webhook_events: ("Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored")[];
            /** @description Of a team chat only host and tail, once it was created. */
            webhook_url: string;
            /** @enum {string} */
            webhook_type: "default" | "slack" | "teams" | "custom";
            description?: string;
            slug?: string;
            workflow_ids?: string[];
            webhook_body?: string;
            /** @description Secret values masked. */
            webhook_headers?: {
                [key: string]: string;
            };
            /** @enum {string} */
            method?: "POST" | "PUT" | "PATCH";
            group?: string;
            /**
             * @description When this server disabled it.
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at?: string;
            /** @description Why, as a sentence. */
            disabled_reason?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /**
             * @description Signs deliveries as Standard Webhooks says.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        /** CredentialChange */
        CredentialChange: {
            success: boolean;
            message: string;
            /** @enum {string} */
            action: "added" | "updated";
        };
        /** CredentialRemoval */
        CredentialRemoval: {
            success: boolean;
            message: string;
        };
        /** EnabledWorkflow */
        EnabledWorkflow: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            name: string;
            description: string;
            icon: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            config_id: string;
            application: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                name: string;
                slug: string;
                icon: string;
            };
        };
        /** Error */
        Error: {
            /** @description The HTTP status. */
            status_code: number;
            /** @description The HTTP status by name, such as BAD_REQUEST. */
            http_error_type: string;
            /** @description The same as http_error_type. */
            error_type: string;
            /** @description What is wrong, for programs. */
            error_code: string;
            /** @description The same as error_code. */
            error: string;
            /** @description What is wrong and how to mend it, for people. */
            message: string;
            /** @description Names this request in the server's log. */
            request_id: string;
            /** @description Everything that is wrong, where several things may be; message is the first. */
            errors?: ({
                field: string;
                message: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        /** ExecutedWorkflow */
        ExecutedWorkflow: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            execution_id: string;
            message?: string;
            /** @description What the last node gave. */
            return_value?: unknown;
            errored?: boolean;
            /** @description 200, or the third party's status, or 500. */
            status_code?: number;
            execution_error?: {
                message: string;
                code: string;
                node_id?: string;
                node_name?: string;
                attempts?: number;
                /** @description The third party's HTTP status. */
                status?: number;
            };
        };
        /** Execution */
        Execution: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            name: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            environment: string;
            /** @enum {string} */
            status: "COMPLETED" | "RUNNING" | "ERRORED" | "STOPPED" | "STOPPING" | "TIMED_OUT";
            linked_account_id: string;
            config_id: string;
            associated_application: {
                _id: string;
                name: string;
                icon?: string;
            };
            associated_workflow: {
                _id: string;
                name: string;
                icon?: string;
            };
            /** @description Id of the received event; null for calls and schedules. */
            associated_event_id: string | null;
            associated_trigger_application: {
                _id: string;
                name: string;
                origin_trigger: {
                    _id: string;
                    name: string;
                };
            };
            /** @description Name of the event; `Schedule` or `API Call` for the others. */
            trigger_application_event: string;
            /** @enum {string} */
            type_of_execution: "SYNC" | "ASYNC";
            workflow_version: number;
            /**
             * @description The execution whose node called this one.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            parent_execution_id?: string;
            /**
             * @description The execution that this one repeats.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            replay_of?: string;
            completion_percentage?: number;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            completion_time?: string;
            /** @description Milliseconds from the first step to the end. */
            instance_execution_time?: number;
            execution_error?: {
                code: string;
                message: string;
                node_id?: string;
                node_name?: string;
                /** @description The step inside of the loop `node_id` that failed, such as `loop[3]/node`. */
                path?: string;
                /** @description Its item in the outermost loop, from 0. */
                batch_index?: number;
                attempts?: number;
                /** @description HTTP status of the third party's answer. */
                status?: number;
            };
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Why it does not go on right now, at most 20 reasons; empty while it does, and when it has ended. */
            waiting_for: {
                /** @enum {string} */
                kind: "reconnect" | "approval" | "webhook" | "time" | "execution" | "queue";
                /** @description In plain words. */
                message: string;
                node_id?: string;
                /** @description The step inside of loops, such as `loop[3]/node`. */
                path?: string;
                /** @description Slug of the application to connect again. */
                application?: string;
                /** @description Of `approval` and `webhook`, where an API key asks: the address by which the step is answered, once, by whoever has it. */
                url?: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                since?: string;
                /**
                 * @description When it goes on, or gives up, by itself.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                until?: string;
            }[];
            /** @description What to do about a failure, or about the reconnect that it waits for; with an API key. */
            advice?: {
                /**
                 * @description `edit_input`: replay with other values; `raise_limit`: a limit of the workflow or the server; `report`: a fault of the server, its log says more.
                 * @enum {string}
                 */
                action: "reconnect" | "replay" | "replay_later" | "edit_input" | "edit_workflow" | "raise_limit" | "enable_application" | "report";
                /** @description In plain words. */
                message: string;
                /** @description The node that it is about. */
                node_id?: string;
                /** @description Slug of the application that it is about. */
                application?: string;
                /** @description The linked account's connection that it is about. */
                connection_id?: string;
            };
            /** @description Of the version that it carries out. */
            edges: components["schemas"]["WorkflowEdge"][];
            /** @description The nodes of the workflow. Those inside of loops in sum; their items are read by `batches` of the loop, their steps by `attempts`. */
            nodes: components["schemas"]["ExecutionNode"][];
        };
        /** ExecutionAttempt */
        ExecutionAttempt: {
            /** @description From 1. */
            attempt: number;
            /** @enum {string} */
            status: "Success" | "Ready" | "Errored" | "Waiting" | "Stopped" | "Rejected" | "Errored_and_Skipped" | "Timed_Out";
            input_data: unknown;
            output: unknown;
            error?: {
                code: string;
                message: string;
                node_id?: string;
                node_name?: string;
                /** @description The step inside of the loop `node_id` that failed, such as `loop[3]/node`. */
                path?: string;
                /** @description Its item in the outermost loop, from 0. */
                batch_index?: number;
                attempts?: number;
                /** @description HTTP status of the third party's answer. */
                status?: number;
            };
            logs: string[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /** @description Milliseconds. */
            execution_time: number;
            /**
             * @description When it is, or was, to be tried again.
             * @example 2026-01-31T09:30:00.000Z
             */
            retry_at?: string;
        };
        /** ExecutionBatch */
        ExecutionBatch: {
            /** @description From 0. */
            batch_index: number;
            /** @enum {string} */
            status: "Success" | "Ready" | "Errored" | "Waiting" | "Stopped" | "Timed_Out";
            /** @description What the loop's body came to, or the error. */
            output: unknown;
        };
        /** ExecutionNode */
        ExecutionNode: {
            node_id: string;
            node_name: string;
            node_type: string;
            /** @description Where the graph is drawn with it. */
            position?: {
                x: number;
                y: number;
            };
            /**
             * @description Of a node inside of a loop: the worst of its items; `Waiting` also while the loop goes on and none has failed.
             * @enum {string}
             */
            node_status: "Success" | "Ready" | "Errored" | "Waiting" | "Stopped" | "Rejected" | "Errored_and_Skipped" | "Timed_Out";
            /** @description Of a node inside of a loop: the step that is shown, such as `loop[3]/node`, the first one of the worst status. */
            path?: string;
            /** @description The item of that step in the outermost loop, from 0. */
            batch_index?: number;
            /** @description Of a node inside of a loop: how many items came to it, by their status. */
            item_statuses?: {
                [key: string]: number;
            };
            is_batch: boolean;
            /** @description Taken over from the execution that this one repeats. */
            is_copied?: boolean;
            attempts_made: number;
            maximum_attempts: number;
            input_data: unknown;
            latest_output: unknown;
            /** @description Bytes of `input_data` as JSON. */
            input_size?: number;
            /** @description Bytes of `latest_output` as JSON. */
            output_size?: number;
            error?: {
                code: string;
                message: string;
                node_id?: string;
                node_name?: string;
                /** @description The step inside of the loop `node_id` that failed, such as `loop[3]/node`. */
                path?: string;
                /** @description Its item in the outermost loop, from 0. */
                batch_index?: number;
                attempts?: number;
                /** @description HTTP status of the third party's answer. */
                status?: number;
            };
            logs: string[];
            /**
             * @description When the last attempt began.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at?: string;
            /** @description Milliseconds of the last attempt. */
            execution_time?: number;
        };
        /** ExecutionResponse */
        ExecutionResponse: {
            /** @enum {string} */
            status: "COMPLETED" | "RUNNING" | "ERRORED" | "STOPPED" | "STOPPING" | "TIMED_OUT";
            response: unknown;
        };
        /** ExecutionSummary */
        ExecutionSummary: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            name: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            environment: string;
            /** @enum {string} */
            status: "COMPLETED" | "RUNNING" | "ERRORED" | "STOPPED" | "STOPPING" | "TIMED_OUT";
            linked_account_id: string;
            config_id: string;
            associated_application: {
                _id: string;
                name: string;
                icon?: string;
            };
            associated_workflow: {
                _id: string;
                name: string;
                icon?: string;
            };
            /** @description Id of the received event; null for calls and schedules. */
            associated_event_id: string | null;
            associated_trigger_application: {
                _id: string;
                name: string;
                origin_trigger: {
                    _id: string;
                    name: string;
                };
            };
            /** @description Name of the event; `Schedule` or `API Call` for the others. */
            trigger_application_event: string;
            /** @enum {string} */
            type_of_execution: "SYNC" | "ASYNC";
            workflow_version: number;
            /**
             * @description The execution whose node called this one.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            parent_execution_id?: string;
            /**
             * @description The execution that this one repeats.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            replay_of?: string;
            completion_percentage?: number;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            completion_time?: string;
            /** @description Milliseconds from the first step to the end. */
            instance_execution_time?: number;
            execution_error?: {
                code: string;
                message: string;
                node_id?: string;
                node_name?: string;
                /** @description The step inside of the loop `node_id` that failed, such as `loop[3]/node`. */
                path?: string;
                /** @description Its item in the outermost loop, from 0. */
                batch_index?: number;
                attempts?: number;
                /** @description HTTP status of the third party's answer. */
                status?: number;
            };
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** ExecutionTimelineStep */
        ExecutionTimelineStep: {
            /** @description The node's id; inside of loops with its items, such as `loop[3]/node`. */
            path: string;
            node_id: string;
            node_name?: string;
            /** @description From 1. */
            attempt: number;
            /** @enum {string} */
            status: "Success" | "Ready" | "Errored" | "Waiting" | "Stopped" | "Rejected" | "Errored_and_Skipped" | "Timed_Out";
            error?: {
                code: string;
                message: string;
                node_id?: string;
                node_name?: string;
                /** @description The step inside of the loop `node_id` that failed, such as `loop[3]/node`. */
                path?: string;
                /** @description Its item in the outermost loop, from 0. */
                batch_index?: number;
                attempts?: number;
                /** @description HTTP status of the third party's answer. */
                status?: number;
            };
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /** @description Milliseconds. */
            execution_time: number;
            /**
             * @description When it is, or was, to be tried again.
             * @example 2026-01-31T09:30:00.000Z
             */
            retry_at?: string;
            /** @description Taken over from the execution that this one repeats. */
            is_copied?: boolean;
            /**
             * @description Of a step that waits: a time, an answer, a called workflow, or the items of its loop.
             * @enum {string}
             */
            waits_for?: "time" | "answer" | "child" | "each";
            /** @description When it gives up, or goes on, by itself. */
            waits_until?: string;
        };
        /** ExportedWorkflow */
        ExportedWorkflow: {
            /** @enum {string} */
            format: "junctor.workflow";
            format_version: number;
            name: string;
            description: string;
            icon: string;
            slug: string | null;
            alias: string | null;
            index_order: number;
            autoEnable: boolean;
            hide_in_config: boolean;
            settings: {
                [key: string]: unknown;
            };
            nodes: {
                [key: string]: unknown;
            }[];
            edges: {
                [key: string]: unknown;
            }[];
            data_slots: {
                [key: string]: unknown;
            }[];
        };
        /** Health */
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /** HostedProperties */
        HostedProperties: {
            [key: string]: unknown;
        };
        /** HostedUrl */
        HostedUrl: {
            /** @description Opens the portal for this linked account, for three days. */
            hosted_url: string;
        };
        /** InputField */
        InputField: {
            name: string;
            label: string;
            placeholder: string;
            /** @enum {string} */
            type: "text" | "password" | "number" | "boolean" | "select";
            required: boolean;
            help_text?: string;
            options?: {
                name: string;
                value: string;
            }[];
        };
        /** Integration */
        Integration: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description The application's slug, or `custom`. */
            type: string;
            slug: string;
            name: string;
            icon: string;
            /** @description Null for an application of the catalogue. */
            app_id: string | null;
            /** @enum {string} */
            auth_type: "oauth2" | "keybased";
            identifier?: string;
            reauth_required: boolean;
            refresh_token_expired: boolean;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** IntegrationHealth */
        IntegrationHealth: {
            slug: string;
            /** @description Those in use first. */
            connections: components["schemas"]["ConnectionHealthRecord"][];
        };
        /** InvitedOperator */
        InvitedOperator: {
            operator: components["schemas"]["Operator"];
            /** @description Signs in once, within 7 days. Nobody can read it again; give it to the operator. */
            link: string;
        };
        /** LinkedAccount */
        LinkedAccount: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            associated_org: string;
            account_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            name?: string;
            udf: {
                key_name: string;
                key_value: string | number | boolean | null;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updatedAt: string;
            }[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
        };
        /** LinkedAccountWithIntegrations */
        LinkedAccountWithIntegrations: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            associated_org: string;
            account_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            name?: string;
            udf: {
                key_name: string;
                key_value: string | number | boolean | null;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updatedAt: string;
            }[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            integrations: components["schemas"]["Integration"][];
        };
        /** ListedAccount */
        ListedAccount: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            associated_org: string;
            account_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            name?: string;
            udf: {
                key_name: string;
                key_value: string | number | boolean | null;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updatedAt: string;
            }[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description How many connections it has, by their health. */
            connections: {
                healthy: number;
                degraded: number;
                expired: number;
            };
        };
        /** ListedSchedule */
        ListedSchedule: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            event_id: string;
            linked_account_id: string;
            config_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @description Empty for an interval schedule. */
            cron_pattern: string;
            /** @description The same as cron_pattern (sic). */
            cron_patten: string;
            /** @description Whether it is paused. */
            inactive: boolean;
            /** @enum {string} */
            status: "running" | "paused";
            registered_by_api: boolean;
            /** @description The registration as sent, without the payload. */
            options: {
                [key: string]: unknown;
            };
            payload: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            trigger_type: "cron" | "interval";
            /** @description The interval dates as sent; empty for cron. */
            trigger_interval: {
                [key: string]: unknown;
            }[];
            /** @description The next tick; null while paused and when none is left. */
            next_run_at: string | null;
            last_run_at: string | null;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            schedule_added_at: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description The workflow; its reference when it was deleted. */
            workflow: {
                _id: string;
                name: string;
                icon: string;
                description: string;
            } | string;
        };
        /** McpApplication */
        McpApplication: {
            slug: string;
            name: string;
            url: string;
            /** @enum {string} */
            auth: "none" | "bearer" | "oauth2";
            /** @description The only one that gets credentials. */
            authorization_server?: string;
            actions: {
                action_id: string;
                name: string;
                description: string;
            }[];
            warnings: string[];
        };
        /** McpCall */
        McpCall: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            mcp_server_id: string;
            linked_account_id: string;
            /** @description The tool's name, which may be the linked account's own. */
            tool: string;
            /** @description Of an action: its application. */
            slug: string | null;
            /** @description The action that the tool stands for, whatever it is called. */
            action_id: string | null;
            /** @description The workflow that it stands for. */
            workflow_id: string | null;
            /** @description Without values of secrets; long texts are cut. */
            arguments: unknown;
            /** @description What the agent's client calls itself. */
            client: string | null;
            /**
             * @description `WAITING`: for somebody's approval; `DENIED`: it was not approved; `EXPIRED`: nobody decided in time; `REFUSED`: it was not made, as there is no such tool, its arguments or its key were wrong, or too many calls wait.
             * @enum {string}
             */
            status: "WAITING" | "RUNNING" | "COMPLETED" | "ERRORED" | "DENIED" | "EXPIRED" | "REFUSED";
            error: string | null;
            /** @description The execution that went on after the answer, or that failed; the call stands as that does: `status`, `error`, `finishedAt`. */
            execution_id: string | null;
            /** @description The page on which a waiting call is decided, by whoever has the address; shown to API keys only. */
            approval_url?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description When it was approved or rejected. */
            decidedAt: string | null;
            /** @description Who decided, as the decision by the API said. */
            decided_by: string | null;
            /** @description Why, as the decision by the API said. */
            decision_reason: string | null;
            finishedAt: string | null;
        };
        /** McpGrant */
        McpGrant: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description The assistant: the address of its metadata, or an id of ours. */
            client_id: string;
            /** @description As the customer saw it. */
            client_name?: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            mcp_server_id: string;
            mcp_server_name: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the minute; not there until it is used.
             */
            lastUsedAt?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** McpReturnAddress */
        McpReturnAddress: {
            /** @description Send the user's browser there; it works once, in the browser that was sent to `sign_in_url`. */
            return_url: string;
        };
        /** McpServer */
        McpServer: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            name: string;
            description: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            associated_org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            agent_name?: string;
            primary_color?: string;
            secondary_color?: string;
            base_prompt?: string;
            safe_mode: boolean;
            suggestions: {
                name: string;
                prompt: string;
            }[];
            chains: {
                name: string;
                goals: string;
                /** @description One step a line. */
                steps: string;
                precheck: string;
                successCondition: string;
                responseFormat: string;
                onError: string;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
            }[];
            associated_apps: {
                slug: string;
                workflows: {
                    id: string;
                    name: string;
                    description: string;
                    tool_name?: string;
                    /**
                     * @description `allow`: calls are made. `deny`: the tool is not there. `ask`: each call waits for somebody's approval. Without one, `safe_mode` decides: with it, tools that do not only read ask. On a server of the organization a session token can make it stricter, never milder.
                     * @enum {string}
                     */
                    policy?: "allow" | "deny" | "ask";
                }[];
                actions: {
                    id: string;
                    name: string;
                    description: string;
                    tool_name?: string;
                    /**
                     * @description `allow`: calls are made. `deny`: the tool is not there. `ask`: each call waits for somebody's approval. Without one, `safe_mode` decides: with it, tools that do not only read ask. On a server of the organization a session token can make it stricter, never milder.
                     * @enum {string}
                     */
                    policy?: "allow" | "deny" | "ask";
                }[];
            }[];
            resources: unknown[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description Shown to API keys: the fields that the linked account has set with its session token, for itself alone. The others are the organization's. */
            linked_account_changes?: string[];
            /** @description The address that agents connect to, with a bearer token. */
            url: string;
            /** @description How many tools the account's agents have. */
            tool_count?: number;
            /** @description What the list of all tools costs an agent, in tokens, about. */
            tool_tokens?: number;
            /**
             * @description `search`: the list would be too long, so tools are found with `search_tools`.
             * @enum {string}
             */
            tool_mode?: "all" | "search";
            /** @description Entries of `associated_apps` that are no tools now, and why. */
            unavailable_tools?: {
                slug: string;
                id: string;
                message: string;
            }[];
            /** @description What to enter in common clients, which have the customer sign in. */
            client_configuration: {
                claude: string;
                claude_code: string;
                chatgpt: string;
                cursor: string;
                vscode: string;
                /** @description The same for a token in place of a sign-in. */
                with_token: {
                    claude_code: string;
                    cursor: string;
                    vscode: string;
                };
            };
        };
        /** McpServerSummary */
        McpServerSummary: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            name: string;
            description: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** McpSettings */
        McpSettings: {
            /** @description Where the product signs its users in before they allow an assistant, or follow a link that one was given: https, or http on this computer. It is called with `request`, which the product's backend sends to `POST /api/v2/public/mcp-sign-in`. Without it, customers type in a one-time code. */
            sign_in_url?: string;
            /** @description The product as customers know it; the organization's name if unset. */
            product_name?: string;
            /** @description An https address; the organization's logo if unset. */
            logo?: string;
            /**
             * @description How calls that ask are approved: `link`, the default: agents are told the address of the approval page; `api`: agents are told no address, and your system decides.
             * @enum {string}
             */
            approvals?: "link" | "api";
        };
        /** McpSignInCode */
        McpSignInCode: {
            /**
             * @description Works once, for this account and server.
             * @example K7QF2-9XM4T
             */
            code: string;
            /** @description Life in seconds. */
            expires_in: number;
        };
        /** McpToken */
        McpToken: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description For the header `Authorization: Bearer`; shown this once. */
            token: string;
            /** @description The server's address. */
            url: string;
            /** @description For clients that send no headers: whoever has it is let in. */
            url_with_token: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** McpTokenInfo */
        McpTokenInfo: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description Whom it lets in. */
            linked_account_id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            mcp_server_id: string;
            mcp_server_name: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description To the minute. */
            lastUsedAt: string | null;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** MigratedToken */
        MigratedToken: {
            success: boolean;
            message: string;
        };
        /** OpenApiImport */
        OpenApiImport: {
            slug: string;
            name: string;
            description: string;
            tags: string[];
            /** @description The path of its icon on this server; empty without one. */
            icon_url: string;
            action_count: number;
            trigger_count: number;
            /** @enum {string} */
            kind: "native" | "custom";
            /**
             * @description What it is made of.
             * @enum {string}
             */
            provider: "manifest" | "openapi" | "mcp" | "piece";
            /** @description The kinds of connecting it has. */
            auth_types: ("oauth2" | "keybased")[];
            enabled: boolean;
            /** @description The organization's own OAuth2 client. */
            client_id?: string;
            has_client_secret: boolean;
            /** @description The operator brings an OAuth2 client for everybody. */
            has_default_client: boolean;
            scopes: string[];
            /** @description Register this redirect address with the provider. */
            callback_url: string;
            __v: number;
            actions: components["schemas"]["ActionSummary"][];
            /** @description What could not be taken over. */
            warnings: string[];
        };
        /** OpenApiOperation */
        OpenApiOperation: {
            /** @description The id that its action would have. */
            id: string;
            method: string;
            path: string;
            summary: string;
            tags: string[];
            deprecated: boolean;
        };
        /** Operator */
        Operator: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            email: string;
            name: string | null;
            /** @description The role in each environment; null: no access. */
            roles: {
                test: ("viewer" | "support" | "developer" | "owner") | null;
                production: ("viewer" | "support" | "developer" | "owner") | null;
            };
            /** @description False: has not accepted the invitation yet, or signs in by link. */
            has_password: boolean;
            has_totp: boolean;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /** OperatorLink */
        OperatorLink: {
            /** @description Signs in once, within 7 days. Nobody can read it again; give it to the operator. */
            link: string;
        };
        /** OperatorSession */
        OperatorSession: {
            operator: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                id: string;
                email: string;
                name: string | null;
                has_password: boolean;
                /** @description Whether a sign-in asks for a code of an authenticator app. */
                has_totp: boolean;
            };
            organization: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                id: string;
                name: string;
            };
            /** @description The role in each environment; null: no access. */
            roles: {
                test: ("viewer" | "support" | "developer" | "owner") | null;
                production: ("viewer" | "support" | "developer" | "owner") | null;
            };
        };
        /** Organization */
        Organization: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            name: string;
            logo?: string;
            /** @description Life of new session tokens in seconds. */
            session_token_ttl: number;
            /** @description Origins whose pages may show the portal and other pages in a frame. */
            frame_origins: string[];
            /** @description Whether session tokens read the organization's workflows, and what their steps were given, with the nodes' settings. */
            whole_workflows: boolean;
            /** @description Rate limits that the organization set itself. */
            rate_limits: {
                /** @description Requests of each linked account a minute; null: the operator's limit. */
                requests: number | null;
                /** @description Events and executions by call of each linked account a minute; null: they count as requests. */
                triggers: number | null;
            };
            /** @description OAuth addresses that are asked for with the API key lead to the provider at once. By default they lead to a page that says for which account it is, and a consent counts only in the browser that went on from there. */
            provider_oauth_url: boolean;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            __v: number;
        };
        /** OrganizationBasics */
        OrganizationBasics: {
            org: {
                _id: string;
                name: string;
                logo?: string;
                environment: string;
            };
            linked_account: {
                _id: string;
                account_id: string;
            };
        };
        /** OwnOperatorSession */
        OwnOperatorSession: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description At most an hour before the last request. ISO 8601 in UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen_at: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /** @description Where the sign-in came from; of IPv6 the network. */
            address: string;
            user_agent: string;
            /** @description The session of this request. */
            is_current: boolean;
        };
        /** PromotedWebhook */
        PromotedWebhook: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            is_enabled: boolean;
            webhook_events: ("Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored")[];
            /** @description Of a team chat only host and tail, once it was created. */
            webhook_url: string;
            /** @enum {string} */
            webhook_type: "default" | "slack" | "teams" | "custom";
            description?: string;
            slug?: string;
            workflow_ids?: string[];
            webhook_body?: string;
            /** @description Secret values masked. */
            webhook_headers?: {
                [key: string]: string;
            };
            /** @enum {string} */
            method?: "POST" | "PUT" | "PATCH";
            group?: string;
            /**
             * @description When this server disabled it.
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at?: string;
            /** @description Why, as a sentence. */
            disabled_reason?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /**
             * @description Signs deliveries as Standard Webhooks says.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        /** QueuedWebhook */
        QueuedWebhook: {
            message: string;
            /** @description Id of the received event. */
            event_id: string;
            /** @description Missing where the linked account has switched the workflow off. */
            execution_id?: string;
            /** @description 1, or 0 where the workflow is switched off. */
            executions: number;
        };
        /** ReceivedEvent */
        ReceivedEvent: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description Its name; `Webhook` for an incoming webhook. */
            event: string;
            linked_account_id: string;
            slug?: string;
            /** @description Where it was for one workflow. */
            workflow_id?: string;
            config_id: string;
            /** @description How many workflows it started. */
            matched: number;
            /** @description How many it did not start because they know its idempotency key. */
            repeated: number;
            executions: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                workflow_id: string;
                workflow_name: string;
                status: string;
                /** @description Webhook deliveries that tell of its end, by status. */
                deliveries: {
                    pending: number;
                    delivered: number;
                    failed: number;
                    cancelled: number;
                };
            }[];
            /** @description Whether each match has its execution, each open one its place, each ended one its deliveries, each pending delivery its place. */
            balanced: boolean;
            /** @description What does not add up. */
            imbalance?: string[];
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            received_at: string;
            /** @description As received. */
            payload: unknown;
            /** @description Bytes of `payload` as JSON. */
            payload_size: number;
        };
        /** ReceivedEventSummary */
        ReceivedEventSummary: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /** @description Its name; `Webhook` for an incoming webhook. */
            event: string;
            linked_account_id: string;
            slug?: string;
            /** @description Where it was for one workflow. */
            workflow_id?: string;
            config_id: string;
            /** @description How many workflows it started. */
            matched: number;
            /** @description How many it did not start because they know its idempotency key. */
            repeated: number;
            executions: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                workflow_id: string;
                workflow_name: string;
                status: string;
                /** @description Webhook deliveries that tell of its end, by status. */
                deliveries: {
                    pending: number;
                    delivered: number;
                    failed: number;
                    cancelled: number;
                };
            }[];
            /** @description Whether each match has its execution, each open one its place, each ended one its deliveries, each pending delivery its place. */
            balanced: boolean;
            /** @description What does not add up. */
            imbalance?: string[];
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            received_at: string;
        };
        /** ReconnectLink */
        ReconnectLink: {
            /** @description Whoever opens it may connect: give it to the customer alone. */
            reconnect_url: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        /** RepeatedWebhook */
        RepeatedWebhook: {
            /** @description The HTTP status. */
            status_code: number;
            /** @description The HTTP status by name, such as BAD_REQUEST. */
            http_error_type: string;
            /** @description The same as http_error_type. */
            error_type: string;
            /** @description What is wrong, for programs. */
            error_code: string;
            /** @description The same as error_code. */
            error: string;
            /** @description What is wrong and how to mend it, for people. */
            message: string;
            /** @description Names this request in the server's log. */
            request_id: string;
            /** @description Everything that is wrong, where several things may be; message is the first. */
            errors?: ({
                field: string;
                message: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Id of the received event. */
            event_id: string;
            /** @description Missing where the linked account has switched the workflow off. */
            execution_id?: string;
        };
        /** Replay */
        Replay: {
            /**
             * @description Absent where nothing was started (`dry_run`).
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id?: string;
            /** @enum {string} */
            status: "RUNNING" | "COMPLETED" | "STOPPED" | "DRY_RUN";
            /** @description How many executions the filter found. */
            matched: number;
            /** @description How many new executions were started so far. */
            started: number;
            /** @description How many could not be done again. */
            failed: number;
            /** @description Why, for the first ten. */
            problems: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                execution_id: string;
                message: string;
            }[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at?: string;
        };
        /** ReplayedExecution */
        ReplayedExecution: {
            /** @enum {string} */
            status: "success";
            /**
             * @description Id of the new execution.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            id: string;
        };
        /** RequestStructure */
        RequestStructure: {
            /** @description An example of the input; null when there is none. */
            payload: unknown;
            /** @description JSON Schema of the input; null when there is none. */
            schema: unknown;
            /** @description The input's fields, each with its dotted `key` and `type`; null when unknown. */
            schema_interpreted: unknown;
        };
        /** RevokedToken */
        RevokedToken: {
            success: boolean;
            revoked_count: number;
        };
        /** RotatedWebhookUrl */
        RotatedWebhookUrl: {
            /** @description The last part is a key of this address alone: whoever knows it may send. */
            url: string;
            /**
             * Format: date-time
             * @description Until when addresses with the keys before this one are taken.
             */
            older_until: string;
        };
        /** RuleOptions */
        RuleOptions: {
            rule_column: {
                rhs: {
                    name: string;
                    /** @description text or select. */
                    type: string;
                    options: {
                        name: string;
                        value: unknown;
                    }[];
                };
                operator: {
                    name: string;
                    /** @description text or select. */
                    type: string;
                    options: {
                        name: string;
                        value: unknown;
                    }[];
                };
            };
            /** @description What the left side of a condition may be. */
            options: {
                name: string;
                value: unknown;
            }[];
            /** @description What the field's code printed. */
            conditional_code_stdout: string[];
            error?: {
                message: string;
                stack: string;
            };
        };
        /** Schedule */
        Schedule: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            event_id: string;
            linked_account_id: string;
            config_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @description Empty for an interval schedule. */
            cron_pattern: string;
            /** @description The same as cron_pattern (sic). */
            cron_patten: string;
            /** @description Whether it is paused. */
            inactive: boolean;
            /** @enum {string} */
            status: "running" | "paused";
            registered_by_api: boolean;
            /** @description The registration as sent, without the payload. */
            options: {
                [key: string]: unknown;
            };
            payload: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            trigger_type: "cron" | "interval";
            /** @description The interval dates as sent; empty for cron. */
            trigger_interval: {
                [key: string]: unknown;
            }[];
            /** @description The next tick; null while paused and when none is left. */
            next_run_at: string | null;
            last_run_at: string | null;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            schedule_added_at: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description Id or alias of the workflow, as registered. */
            workflow: string;
        };
        /** ScheduleOfAll */
        ScheduleOfAll: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            event_id: string;
            linked_account_id: string;
            config_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @description Empty for an interval schedule. */
            cron_pattern: string;
            /** @description The same as cron_pattern (sic). */
            cron_patten: string;
            /** @description Whether it is paused. */
            inactive: boolean;
            /** @enum {string} */
            status: "running" | "paused";
            registered_by_api: boolean;
            /** @description The registration as sent, without the payload. */
            options: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            trigger_type: "cron" | "interval";
            /** @description The interval dates as sent; empty for cron. */
            trigger_interval: {
                [key: string]: unknown;
            }[];
            /** @description The next tick; null while paused and when none is left. */
            next_run_at: string | null;
            last_run_at: string | null;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            schedule_added_at: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description The workflow; its reference when it was deleted. */
            workflow: {
                _id: string;
                name: string;
                icon: string;
                description: string;
            } | string;
            linked_account_name?: string;
            /** @description IANA name; of an interval schedule that of its first date. */
            time_zone: string;
            /** @description Up to five ticks to come; none while it is paused. */
            upcoming: {
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description What clocks in `time_zone` show then.
                 * @example 2026-05-06T09:00:00
                 */
                local: string;
            }[];
        };
        /** ScheduleWithTicks */
        ScheduleWithTicks: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            event_id: string;
            linked_account_id: string;
            config_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @description Empty for an interval schedule. */
            cron_pattern: string;
            /** @description The same as cron_pattern (sic). */
            cron_patten: string;
            /** @description Whether it is paused. */
            inactive: boolean;
            /** @enum {string} */
            status: "running" | "paused";
            registered_by_api: boolean;
            /** @description The registration as sent, without the payload. */
            options: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            trigger_type: "cron" | "interval";
            /** @description The interval dates as sent; empty for cron. */
            trigger_interval: {
                [key: string]: unknown;
            }[];
            /** @description The next tick; null while paused and when none is left. */
            next_run_at: string | null;
            last_run_at: string | null;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            schedule_added_at: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description The workflow; its reference when it was deleted. */
            workflow: {
                _id: string;
                name: string;
                icon: string;
                description: string;
            } | string;
            payload: {
                [key: string]: unknown;
            };
            linked_account_name?: string;
            /** @description IANA name; of an interval schedule that of its first date. */
            time_zone: string;
            /** @description Up to five ticks to come; none while it is paused. */
            upcoming: {
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description What clocks in `time_zone` show then.
                 * @example 2026-05-06T09:00:00
                 */
                local: string;
            }[];
        };
        /** SearchHit */
        SearchHit: {
            /** @enum {string} */
            kind: "workflow" | "linked_account" | "application" | "execution" | "webhook" | "mcp_server" | "schedule" | "event" | "delivery";
            /** @description By which the kind's own route reads it: of a linked account your own id, of an application its slug. */
            id: string;
            name: string;
            /** @description What tells it from others of its name, such as a status or an alias. */
            detail?: string;
            /** @description The linked account that it belongs to. */
            linked_account_id?: string;
            /** @description Of an application. */
            icon_url?: string;
        };
        /** SessionToken */
        SessionToken: {
            /** @description Bearer token for this linked account. */
            token: string;
            /** @description Life in seconds. */
            expires_in: number;
        };
        /** Statistics */
        Statistics: {
            /** @enum {string} */
            subject: "executions" | "deliveries" | "mcp_calls" | "connections";
            /** @enum {string} */
            every: "minute" | "hour" | "day";
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string;
            series: components["schemas"]["StatisticsSeries"][];
        };
        /** StatisticsCounts */
        StatisticsCounts: {
            /** @description What has ended, or happened; without what was started or is retried. */
            count: number;
            /** @description How many of these failed. */
            failed: number;
            /** @description Counts by status; executions also have `STARTED`, deliveries `retrying`. */
            by_status: {
                [key: string]: number;
            };
            duration_ms: {
                mean: number;
                p50: number;
                p95: number;
                p99: number;
            } | null;
        };
        /** StatisticsFailing */
        StatisticsFailing: {
            /** @description Id or slug. */
            value: string;
            name: string | null;
            failed: number;
            /** @description In the period before, of the same length. */
            failed_before: number;
            count: number;
        };
        /** StatisticsOverview */
        StatisticsOverview: {
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string;
            executions: {
                now: components["schemas"]["StatisticsCounts"];
                before: components["schemas"]["StatisticsCounts"];
            };
            deliveries: {
                now: components["schemas"]["StatisticsCounts"];
                before: components["schemas"]["StatisticsCounts"];
            };
            mcp_calls: {
                now: components["schemas"]["StatisticsCounts"];
                before: components["schemas"]["StatisticsCounts"];
            };
            /** @description Those that failed most first. */
            failing_workflows: components["schemas"]["StatisticsFailing"][];
            /** @description Those that failed most first. */
            failing_applications: components["schemas"]["StatisticsFailing"][];
            /** @description Those that failed most first. */
            failing_webhooks: components["schemas"]["StatisticsFailing"][];
            /** @description How connections are right now. */
            connections: {
                healthy: number;
                degraded: number;
                expired: number;
            };
            /** @description Open executions right now. */
            backlog: {
                /** @description Executions that could go on, if there were room. */
                ready: number;
                running: number;
                /** @description For a time, an answer, or a called workflow. */
                waiting: number;
                /** @description Until the customer connects again. */
                parked: number;
                /** @description Set where there are more than were counted (10,000). */
                is_capped: boolean;
            };
        };
        /** StatisticsPoint */
        StatisticsPoint: {
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description What has ended, or happened; without what was started or is retried. */
            count: number;
            /** @description How many of these failed. */
            failed: number;
            /** @description Counts by status; executions also have `STARTED`, deliveries `retrying`. */
            by_status: {
                [key: string]: number;
            };
            duration_ms: {
                mean: number;
                p50: number;
                p95: number;
                p99: number;
            } | null;
        };
        /** StatisticsSeries */
        StatisticsSeries: {
            /** @description An id, slug, name or status; empty where all are counted together. */
            value: string;
            /** @description Of the workflow, account (your own id), webhook (its address) or server; null where it is gone, or has none. */
            name: string | null;
            total: components["schemas"]["StatisticsCounts"];
            /** @description Oldest first, without intervals in which nothing happened. */
            points: components["schemas"]["StatisticsPoint"][];
        };
        /** TotpSecret */
        TotpSecret: {
            /** @description In base32, for apps that read no picture. */
            secret: string;
            /** @description The same as an otpauth:// address, to show as a QR code. */
            uri: string;
        };
        /** Trigger */
        Trigger: {
            /** @description What a start node names as `event`. */
            id: string;
            title: string;
            description: string;
            /**
             * @description Whether we ask, or the provider tells.
             * @enum {string}
             */
            delivery: "poll" | "webhook";
            /** @description False: the customer must enter our address at the provider. */
            automatic: boolean;
            /** @description How often we ask. */
            every_seconds?: number;
            /** @description JSON Schema of the trigger's `input`. */
            input: {
                [key: string]: unknown;
            };
        };
        /** TriggerSubscription */
        TriggerSubscription: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            slug: string;
            /** @description What a start node names as `event`. */
            event: string;
            /** @description As the start node has it. */
            input: {
                [key: string]: unknown;
            };
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            workflow_id: string;
            workflow_name: string;
            config_id: string;
            /** @enum {string} */
            delivery: "poll" | "webhook";
            /**
             * @description `waiting`: until the customer connects again; `broken`: the last attempt failed, and is repeated.
             * @enum {string}
             */
            status: "starting" | "active" | "waiting" | "broken";
            last_error?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_event_at?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at?: string;
            /** @description What the customer must enter at the provider, where we cannot do it. */
            address?: string;
            /** @description What the provider must sign with, beside the address. */
            secret?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /** TriggeredEvent */
        TriggeredEvent: {
            message: string;
            /** @description Id of the received event. */
            event_id: string;
            /** @description How many executions it started. */
            executions: number;
        };
        /** UpsertedAccount */
        UpsertedAccount: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            associated_org: string;
            account_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            name?: string;
            udf: {
                key_name: string;
                key_value: string | number | boolean | null;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updatedAt: string;
            }[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
            /** @description Whether this request made the account. */
            new_account: boolean;
        };
        /** Webhook */
        Webhook: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            /** @enum {string} */
            environment: "test" | "production";
            is_enabled: boolean;
            webhook_events: ("Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored")[];
            /** @description Of a team chat only host and tail, once it was created. */
            webhook_url: string;
            /** @enum {string} */
            webhook_type: "default" | "slack" | "teams" | "custom";
            description?: string;
            slug?: string;
            workflow_ids?: string[];
            webhook_body?: string;
            /** @description Secret values masked. */
            webhook_headers?: {
                [key: string]: string;
            };
            /** @enum {string} */
            method?: "POST" | "PUT" | "PATCH";
            group?: string;
            /**
             * @description When this server disabled it.
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at?: string;
            /** @description Why, as a sentence. */
            disabled_reason?: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
        };
        /** WebhookAddressRotation */
        WebhookAddressRotation: {
            /**
             * Format: date-time
             * @description Until when addresses with the keys before this one are taken.
             */
            older_until: string;
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            /** @description 24 hex characters; the `webhook-id` header of every attempt. */
            _id: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            webhook_id: string;
            /** @description The linked account that it tells of. */
            linked_account_id?: string;
            /**
             * @description The execution whose end it tells of.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            execution_id?: string;
            /** @enum {string} */
            event: "Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored";
            payload: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "cancelled";
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at?: string;
            attempts: {
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                _id: string;
                /** @description HTTP status, when there was an answer. */
                status_code?: number;
                duration_ms: number;
                /** @description The first 4 KB of the answer's body. */
                response?: string;
                /** @description Headers of the answer, kept of attempts that failed. */
                response_headers?: {
                    [key: string]: string;
                };
                /** @description Why the attempt failed. */
                error?: string;
                /** @description What was sent, without signatures and secrets. */
                request?: {
                    method: string;
                    url: string;
                    headers: {
                        [key: string]: string;
                    };
                    /** @description The first 4 KB. */
                    body: string;
                };
                /**
                 * @description ISO 8601 in UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
            }[];
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** WebhookSecret */
        WebhookSecret: {
            /**
             * @description Signs deliveries as Standard Webhooks says.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        /** WebhookSubscription */
        WebhookSubscription: {
            webhook_url: string;
            webhook_events: ("Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored")[];
        };
        /** Workflow */
        Workflow: {
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            _id: string;
            name: string;
            /**
             * @description 24 hex characters.
             * @example 6a1f0c2e9b3d4f5a6b7c8d9e
             */
            org_id: string;
            nodes: components["schemas"]["WorkflowNode"][];
            edges: components["schemas"]["WorkflowEdge"][];
            /** @description Whether your environment has published it. */
            published: boolean;
            associated_application: {
                _id: string;
                name: string;
                slug: string;
            };
            index_order: number;
            test_instance_meta_data: {
                trigger?: {
                    application: string;
                    event: string;
                    _id: string;
                    input?: {
                        [key: string]: unknown;
                    };
                };
                /** @description Yours. */
                environment: string;
                linked_account_id?: string;
            };
            description: string;
            icon: string;
            autoEnable: boolean;
            hide_in_config: boolean;
            is_v2: boolean;
            /** @description Whose workflow it is; empty for the organization's. */
            linked_account_id: string;
            /** @description Whether it is the organization's. */
            public_access_workflow: boolean;
            workflow_environment: ("test" | "production")[];
            data_slots: {
                [key: string]: unknown;
            }[];
            /** @description (sic) The published workflow of which this is the draft; empty for others. */
            associated_public_worklfow: string;
            workflow_alias: string | null;
            /** @description The application that it belongs to; empty for none. */
            slug: string;
            /** @description The version that your environment publishes, or published last; 0 when there is none. */
            version: number;
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 8601 in UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Grows with each change. */
            __v: number;
        };
        /** WorkflowEdge */
        WorkflowEdge: {
            id: string;
            source: string;
            target: string;
            sourceHandle: string | null;
            targetHandle: string | null;
            type: string;
        };
        /** WorkflowNode */
        WorkflowNode: {
            id: string;
            type: string;
            name: string;
            position: {
                x: number;
                y: number;
            };
            status: string;
            configurable: boolean;
            maximum_attempts: number;
            attempts_made: number;
            /** @enum {string} */
            on_error: "fail" | "continue" | "skip";
            timeout_ms?: number;
            is_batch: boolean;
            /** @description Not on start nodes. */
            action?: string;
            /** @description On start nodes. */
            triggers?: {
                application: string;
                event: string;
                _id: string;
                input?: {
                    [key: string]: unknown;
                };
            }[];
            trigger_cron: unknown;
            /** @description On start nodes. */
            event_to_dynamic_var_map?: unknown[];
            incoming_nodes: string[];
            outgoing_nodes: string[];
            data: unknown;
            parsed_response: {
                [key: string]: unknown;
            };
            request: {
                [key: string]: unknown;
            };
            input_data: {
                [key: string]: unknown;
            };
            style: {
                [key: string]: unknown;
            };
        };
        /** WorkflowWebhookSecret */
        WorkflowWebhookSecret: {
            secret: string;
        };
        /** WorkflowWebhookUrl */
        WorkflowWebhookUrl: {
            /** @description The last part is a key of this address alone: whoever knows it may send. */
            url: string;
            /** @description How its requests must be signed: `none`, or a kind. */
            signature: string;
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
    createSessionToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    linked_account_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeSessionToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedToken"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    logo?: string | null;
                    /** @description As in the record; `null` takes a limit back, what is left out stays. */
                    rate_limits?: {
                        requests?: number | null;
                        triggers?: number | null;
                    };
                    frame_origins?: string[];
                    whole_workflows?: boolean;
                    session_token_ttl?: number;
                    /** @description OAuth addresses that are asked for with the API key lead to the provider at once. By default they lead to a page that says for which account it is, and a consent counts only in the browser that went on from there. */
                    provider_oauth_url?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationBasics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationBasics"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ApiKey"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description What the key may do, least first.
                     * @enum {string}
                     */
                    role: "viewer" | "support" | "developer" | "owner";
                    /** @description When the key ends: a moment of ISO 8601. Never by default. */
                    expires_at?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    /** @description Of the authenticator app, where the operator uses one. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in: INVALID_SIGN_IN, CODE_REQUIRED or LINK_USED. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request comes from a page of another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What stands behind the # of the link. */
                    token: string;
                    /** @description Needed at the first sign-in of all, which makes the first operator. */
                    email?: string;
                    name?: string;
                    /** @description To sign in with from then on; may be set later. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not signed in: INVALID_SIGN_IN, CODE_REQUIRED or LINK_USED. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request comes from a page of another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setOperatorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Needed where the operator has a password. */
                    current_password?: string;
                    /** @description At least 12 characters. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["OwnOperatorSession"][];
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    enableOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Codes are on already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disableOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["Operator"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    name?: string;
                    /** @description What is left out is no access. */
                    roles: {
                        test?: ("viewer" | "support" | "developer" | "owner") | null;
                        production?: ("viewer" | "support" | "developer" | "owner") | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOperator"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An operator has this email address. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description What is left out stays. */
                    roles?: {
                        test?: ("viewer" | "support" | "developer" | "owner") | null;
                        production?: ("viewer" | "support" | "developer" | "owner") | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is the last owner of production. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is the last owner of production. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOperatorLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLink"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where deliveries are posted, by https. */
                    webhook_url: string;
                    /**
                     * @description What the webhook hears of: Connection Created, Connection Deleted, Connection Expired, Workflow Completed, Workflow Errored.
                     * @example [
                     *       "Workflow Completed",
                     *       "Workflow Errored"
                     *     ]
                     */
                    webhook_events: string[];
                    /**
                     * @description `default` posts the payload, `slack` and `teams` a chat message, `custom` what `webhook_body` says.
                     * @enum {string}
                     */
                    webhook_type?: "default" | "slack" | "teams" | "custom";
                    /**
                     * @description Of `custom`: the body as JSON, as a text or an object, with places for `{{event}}`, `{{event.<key>}}`, `{{workflow_response}}` and `{{workflow_response.<key>}}`; `{{event}}` if not given.
                     * @example {"text": "{{event.workflow_name}} is done", "result": {{workflow_response}}}
                     */
                    webhook_body?: string | {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @description Of `custom`: further headers by name, with the same places. Values of headers that carry secrets are shown masked.
                     * @example {
                     *       "authorization": "Bearer 6d1f0c2e9b3d4f5a"
                     *     }
                     */
                    webhook_headers?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * @description Of `custom`; `POST` if not given.
                     * @enum {string}
                     */
                    method?: "POST" | "PUT" | "PATCH";
                    /** @default true */
                    is_enabled?: boolean;
                    description?: string | null;
                    /** @description Limits the webhook to events of this application. */
                    slug?: string | null;
                    /** @description Limits workflow events to these workflows. */
                    workflow_ids?: string[] | null;
                    /** @description A label of yours; it changes nothing. Null or empty for none. */
                    group?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOnlyWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description There are several webhooks, or the request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where deliveries are posted, by https. */
                    webhook_url?: string;
                    /**
                     * @description What the webhook hears of: Connection Created, Connection Deleted, Connection Expired, Workflow Completed, Workflow Errored.
                     * @example [
                     *       "Workflow Completed",
                     *       "Workflow Errored"
                     *     ]
                     */
                    webhook_events?: string[];
                    /**
                     * @description `default` posts the payload, `slack` and `teams` a chat message, `custom` what `webhook_body` says.
                     * @enum {string}
                     */
                    webhook_type?: "default" | "slack" | "teams" | "custom";
                    /**
                     * @description Of `custom`: the body as JSON, as a text or an object, with places for `{{event}}`, `{{event.<key>}}`, `{{workflow_response}}` and `{{workflow_response.<key>}}`; `{{event}}` if not given.
                     * @example {"text": "{{event.workflow_name}} is done", "result": {{workflow_response}}}
                     */
                    webhook_body?: string | {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @description Of `custom`: further headers by name, with the same places. Values of headers that carry secrets are shown masked.
                     * @example {
                     *       "authorization": "Bearer 6d1f0c2e9b3d4f5a"
                     *     }
                     */
                    webhook_headers?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * @description Of `custom`; `POST` if not given.
                     * @enum {string}
                     */
                    method?: "POST" | "PUT" | "PATCH";
                    /** @default true */
                    is_enabled?: boolean;
                    description?: string | null;
                    /** @description Limits the webhook to events of this application. */
                    slug?: string | null;
                    /** @description Limits workflow events to these workflows. */
                    workflow_ids?: string[] | null;
                    /** @description A label of yours; it changes nothing. Null or empty for none. */
                    group?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promoteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its address in production; that of test for a new one. */
                    webhook_url?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotedWebhook"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    groupWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhookIds: string[];
                    /** @description A label of yours; it changes nothing. Null or empty for none. */
                    group?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the webhooks does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    subscribeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the webhook hears of: Connection Created, Connection Deleted, Connection Expired, Workflow Completed, Workflow Errored.
                     * @example [
                     *       "Workflow Completed",
                     *       "Workflow Errored"
                     *     ]
                     */
                    webhook_events: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description There are several webhooks, or the request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unsubscribeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhook_event: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description There are several webhooks, or the request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True ends the secrets before this one at once, instead of after 24 hours. */
                    end_others?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                id: string;
                /** @description The delivery's id. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A day or a moment of ISO 8601, UTC unless it says otherwise: the first that counts. */
                    since: string;
                    /**
                     * @description `failed` if not given: deliveries that have failed or were cancelled; `all` sends those that arrived, too.
                     * @enum {string}
                     */
                    status?: "failed" | "all";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many deliveries are sent again. */
                        resent: number;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                status?: "pending" | "delivered" | "failed" | "cancelled";
                event?: "Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored";
                /** @description ISO 8601; made on this day or later. */
                start_date?: string;
                /** @description ISO 8601; made on this day or earlier. */
                end_date?: string;
            };
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["WebhookDelivery"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllDeliveries: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                status?: "pending" | "delivered" | "failed" | "cancelled";
                event?: "Connection Created" | "Connection Deleted" | "Connection Expired" | "Workflow Completed" | "Workflow Errored";
                /** @description ISO 8601; made on this day or later. */
                start_date?: string;
                /** @description ISO 8601; made on this day or earlier. */
                end_date?: string;
                webhook_id?: string;
                /** @description Those that tell of this linked account. */
                linked_account_id?: string;
                /** @description Those that tell of this execution's end. */
                execution_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["WebhookDelivery"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startConnectByQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Open it in the customer's browser: a page that goes on to the provider. */
                        auth_url: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startConnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Values by field name (`auth_type_options`). */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUrl"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finishConnect: {
        parameters: {
            query?: {
                state?: string;
                code?: string;
                error?: string;
            };
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application is connected, or the customer declined. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Back to the page on which the connect began. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not connected: the page says why. JSON when the address cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disconnect: {
        parameters: {
            query?: {
                /** @description Only this kind of connection. */
                auth_type?: "oauth2" | "keybased";
            };
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOwnApplications: {
        parameters: {
            query?: {
                slug?: string;
                /** @description Comma list: applications that have any of them. */
                tags?: string;
                ecosystem?: boolean;
                auth_type?: "oauth2" | "keybased";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveConnection: {
        parameters: {
            query?: {
                /** @description Only this kind of connection. */
                auth_type?: "oauth2" | "keybased";
            };
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Values by field name (`auth_type_options`). */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApplications: {
        parameters: {
            query?: {
                slug?: string;
                /** @description Comma list: applications that have any of them. */
                tags?: string;
                ecosystem?: boolean;
                auth_type?: "oauth2" | "keybased";
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveCustomApplication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A connector definition: the members of a manifest.yaml (docs/add-a-connector.md) as JSON. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSettings"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCustomApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOAuthUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Open it in the customer's browser: a page that goes on to the provider. */
                        auth_url: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveKeyCredentials: {
        parameters: {
            query?: {
                /** @description Only this kind of connection. */
                auth_type?: "oauth2" | "keybased";
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Values by field name (`auth_type_options`). */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAuthStructure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthStructure"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    migrateToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The application. */
                    slug: string;
                    /** @description Under `oauth2` what the provider gave, as text: `access_token`, `refresh_token`, `expires_in` (seconds from now) or `expires_at` (ISO 8601, or seconds or milliseconds since 1970), whatever else it said, and the application's own fields; or the fields of a client of the customer's own; under `keybased` the fields of the key. The same without `oauth2` or `keybased` around it. */
                    auth_object: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigratedToken"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, or it is not enabled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSettings"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSettings"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean | null;
                    client_id?: string | null;
                    client_secret?: string | null;
                    scopes?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSettings"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promoteApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSettings"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getApplicationIcon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An SVG picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description It is what `if-none-match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such application in the catalogue, or it has no icon. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConnectionHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationHealth"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationHealth"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                status?: "healthy" | "degraded" | "expired";
                slug?: string;
                linked_account_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ConnectionHealth"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createReconnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconnectLink"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importOpenApi: {
        parameters: {
            query?: {
                /** @description The application's slug. */
                slug?: string;
                name?: string;
                /** @description In place of the document's servers. */
                base_url?: string;
                /** @description An operation that proves a credential: a GET that needs no input. */
                check?: string;
                /** @description The only one of the document's to use. */
                security_scheme?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The document (OpenAPI 3.0 or 3.1, Swagger 2.0): an object, or a text of JSON or YAML. */
                    document?: string | {
                        [key: string]: unknown;
                    };
                    /** @description Or the address to fetch it from, at most 20 MB. */
                    url?: string;
                    /** @description The application's slug. */
                    slug?: string;
                    name?: string;
                    /** @description In place of the document's servers. */
                    base_url?: string;
                    /** @description An operation that proves a credential: a GET that needs no input. */
                    check?: string;
                    /** @description Ids as `…/openapi/operations` lists them, `operationId`s, or `GET /path`. Default: all. */
                    operations?: string[];
                    /** @description The only one of the document's to use, or an OpenAPI security scheme in place of them. */
                    security_scheme?: string | {
                        [key: string]: unknown;
                    };
                    /** @description In place of the document's security, `auth` as a definition has it (docs/add-a-connector.md): `your_app`, or `oauth2` with clients of the customers' own. */
                    auth?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiImport"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 20 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOpenApiOperations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The document (OpenAPI 3.0 or 3.1, Swagger 2.0): an object, or a text of JSON or YAML. */
                    document?: string | {
                        [key: string]: unknown;
                    };
                    /** @description Or the address to fetch it from, at most 20 MB. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiOperation"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 20 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionSummary"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
                /** @description The action's id. */
                action_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionParameter"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    executeAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Passed on to the provider, unless the action only reads. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
                /** @description The action's id. */
                action_id: string;
            };
            cookie?: never;
        };
        /** @description The inputs by name; may be absent. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResult"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActionOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
                /** @description The action's id. */
                action_id: string;
                /** @description The list, as `options_list` of an input names it. */
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionOption"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    findActionOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
                /** @description The action's id. */
                action_id: string;
                /** @description The list, as `options_list` of an input names it. */
                list: string;
            };
            cookie?: never;
        };
        /** @description The inputs so far by name; may be absent. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionOption"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The application's slug. */
                    slug: string;
                    name?: string;
                    description?: string;
                    /** @description The server's streamable HTTP endpoint. */
                    url: string;
                    /**
                     * @description Found out by asking the server where it is left out.
                     * @enum {string}
                     */
                    auth?: "none" | "bearer" | "oauth2";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpApplication"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refreshMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpApplication"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getClientMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientMetadata"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disconnectAccount: {
        parameters: {
            query?: {
                /** @description Only this kind of connection. */
                auth_type?: "oauth2" | "keybased";
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedAccountWithIntegrations"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAccountCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description Name of the credential. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any JSON; it is sealed and never shown. */
                    value: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialChange"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAccountCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description Name of the credential. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialRemoval"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLinkedAccounts: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                /**
                 * @description Beginnings of words of the name or the id, in any case; all of them must be there.
                 * @example acme berl
                 */
                search?: string;
                /** @description Not supported: 400. */
                env_variable_name?: unknown;
                /** @description Not supported: 400. */
                env_variable_value?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ListedAccount"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    upsertLinkedAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The SaaS company's own id of its customer: no control characters, no blanks around it. */
                    linked_account_id?: string;
                    /** @description The SaaS company's own id of its customer: no control characters, no blanks around it. */
                    account_id?: string;
                    /** @description Name of the customer. */
                    name?: string;
                    /** @description The SaaS company's own application for this customer; must carry `auth_credentials` when given. */
                    your_app?: {
                        app_id?: string;
                        auth_credentials?: {
                            [key: string]: unknown;
                        };
                    };
                    /** @description User-defined fields; given keys are set, others stay. */
                    udf?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** @description The same fields nested; these win. */
                    payload?: {
                        /** @description The SaaS company's own id of its customer: no control characters, no blanks around it. */
                        linked_account_id?: string;
                        /** @description Name of the customer. */
                        name?: string;
                        /** @description The SaaS company's own application for this customer; must carry `auth_credentials` when given. */
                        your_app?: {
                            app_id?: string;
                            auth_credentials?: {
                                [key: string]: unknown;
                            };
                        };
                        /** @description User-defined fields; given keys are set, others stay. */
                        udf?: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedAccount"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createLinkedAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The SaaS company's own id of its customer: no control characters, no blanks around it. */
                    linked_account_id?: string;
                    /** @description The SaaS company's own id of its customer: no control characters, no blanks around it. */
                    account_id?: string;
                    /** @description Name of the customer. */
                    name?: string;
                    /** @description The SaaS company's own application for this customer; must carry `auth_credentials` when given. */
                    your_app?: {
                        app_id?: string;
                        auth_credentials?: {
                            [key: string]: unknown;
                        };
                    };
                    /** @description User-defined fields; given keys are set, others stay. */
                    udf?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** @description The same fields nested; these win. */
                    payload?: {
                        /** @description The SaaS company's own id of its customer: no control characters, no blanks around it. */
                        linked_account_id?: string;
                        /** @description Name of the customer. */
                        name?: string;
                        /** @description The SaaS company's own application for this customer; must carry `auth_credentials` when given. */
                        your_app?: {
                            app_id?: string;
                            auth_credentials?: {
                                [key: string]: unknown;
                            };
                        };
                        /** @description User-defined fields; given keys are set, others stay. */
                        udf?: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedAccount"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLinkedAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The SaaS company's own id of its customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedAccountWithIntegrations"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteLinkedAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The SaaS company's own id of its customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getActiveLinkedAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedAccountWithIntegrations"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description Only workflows of this application. */
                slug?: string;
                /** @description Only workflows whose name contains this. */
                name?: string;
                published?: boolean;
                /** @description Only drafts of the published workflow of this id; with `none`, only what is no such draft. */
                draft_of?: string;
                /** @description Created on this day (UTC) or moment, or later. */
                start_date?: string;
                /** @description Created on this day (UTC) or moment, or earlier. */
                end_date?: string;
                /** @description Not supported: 400. */
                application_id?: unknown;
                /** @description Not supported: 400. */
                scope?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflows: components["schemas"]["Workflow"][];
                        docs: components["schemas"]["Workflow"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description The application it belongs to; null or empty for none. */
                    slug?: string | null;
                    description?: string;
                    /** @description Address of a picture, may be empty. */
                    icon?: string;
                    /** @description Lower ones are shown first. */
                    index_order?: number;
                    /** @description Switched on in new configs. */
                    autoEnable?: boolean;
                    /** @description Not offered in configs and lists. */
                    hide_in_config?: boolean;
                    workflow_environment?: ("test" | "production")[];
                    /** @description A name that stands for the id wherever that is given; null takes it away. */
                    workflow_alias?: string | null;
                    nodes?: {
                        /** @description Unique in the workflow, 1 to 100 characters. */
                        id: string;
                        /** @description start, action, http, ai_code_executor, … */
                        type: string;
                        name?: string;
                        position?: {
                            x: number;
                            y: number;
                        };
                        configurable?: boolean;
                        /** @description 1 (the default) to 10 tries. */
                        maximum_attempts?: number;
                        /**
                         * @description What becomes of the run when the node has failed for good and no edge leaves from `error`: it fails (the default), continues, or skips what only this node leads to.
                         * @enum {string}
                         */
                        on_error?: "fail" | "continue" | "skip";
                        /** @description How long one attempt may take; null for no limit beyond the node type's. Not for delay, loop, approval and wait_for_webhook. */
                        timeout_ms?: number | null;
                        is_batch?: boolean;
                        /** @description What an action node carries out. */
                        action?: string;
                        /** @description On the start node. */
                        triggers?: {
                            _id?: string;
                            /** @description Slug or name; `Junctor` for your own events. */
                            application: string;
                            /** @description Name of the event, id of the application's trigger, or `API Call` for the execute route. */
                            event: string;
                            /** @description What an application's trigger is asked with; texts may hold `{{ config.… }}`. */
                            input?: {
                                [key: string]: unknown;
                            };
                        }[];
                        trigger_cron?: unknown;
                        event_to_dynamic_var_map?: unknown[];
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        parsed_response?: {
                            [key: string]: unknown;
                        };
                        request?: {
                            [key: string]: unknown;
                        };
                        input_data?: {
                            [key: string]: unknown;
                        };
                        style?: {
                            [key: string]: unknown;
                        };
                    }[];
                    edges?: {
                        /** @description Unique in the workflow; made when left out. */
                        id?: string;
                        /** @description Id of the node it leaves. */
                        source: string;
                        /** @description Id of the node it leads to. */
                        target: string;
                        sourceHandle?: string | null;
                        targetHandle?: string | null;
                        type?: string;
                    }[];
                    settings?: {
                        /** @description Seconds that a whole run may take, its pauses included. */
                        timeout?: number | null;
                        /** @description How many runs of this workflow go on at the same time; others wait. */
                        concurrency?: number | null;
                        /** @description What makes two starts the same, by `header` or by `path`: the second starts nothing. */
                        idempotency?: ({
                            /** @description A header of the request. */
                            header?: string;
                            /** @description A dotted path in the payload. */
                            path?: string;
                            /** @description How long a key is remembered; 300000 by default. */
                            window_ms?: number;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Whether unsigned webhooks may come to the address without its last part, the key, as senders of before have it. Whoever guesses an account's id then starts the workflow for it. */
                        keyless_webhooks?: boolean | null;
                        /** @description The page of a form on which configs show the workflow. */
                        associated_page?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Fields that the config asks for. */
                    data_slots?: ({
                        /** @description The name if left out. */
                        id?: string;
                        name?: string;
                        /** @description text (the default), select, map… */
                        field_type?: string;
                        required?: boolean;
                        multiple?: boolean;
                        hidden?: boolean;
                        defaultValue?: unknown;
                        placeholder?: string;
                        help_text?: string;
                        /** @description `{name, value}`, or a text that is both. */
                        options?: (string | number | {
                            name?: string;
                            value: string | number | boolean;
                        })[];
                        /** @description Left sides of a map; a value that is left out is made from the name. */
                        labels?: (string | number | {
                            name: string;
                            value?: string | number | boolean;
                        })[];
                        /** @description Id of the field that must have a value first. */
                        parent?: string;
                        associated_page?: string;
                        dynamic_slot_identifier?: string;
                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                        data_source?: {
                            /** @enum {string} */
                            type: "workflow" | "options" | "action";
                            workflow_id?: string;
                            list?: string;
                            action?: string;
                            input?: {
                                [key: string]: unknown;
                            };
                            items?: string;
                            name?: string;
                            value?: string;
                        };
                        /** @description Both sides of a map_v2 field. */
                        mapping?: {
                            lhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            rhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                        };
                        rule_columns?: {
                            lhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            operator?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            rhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            conditional_code?: string;
                        };
                    } & {
                        [key: string]: unknown;
                    })[];
                    test_instance_meta_data?: {
                        trigger?: {
                            _id?: string;
                            /** @description Slug or name; `Junctor` for your own events. */
                            application: string;
                            /** @description Name of the event, id of the application's trigger, or `API Call` for the execute route. */
                            event: string;
                            /** @description What an application's trigger is asked with; texts may hold `{{ config.… }}`. */
                            input?: {
                                [key: string]: unknown;
                            };
                        };
                        environment?: string;
                        linked_account_id?: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllWorkflows: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description Only workflows of this application. */
                slug?: string;
                /** @description Only workflows whose name contains this. */
                name?: string;
                published?: boolean;
                /** @description Only drafts of the published workflow of this id; with `none`, only what is no such draft. */
                draft_of?: string;
                /** @description Created on this day (UTC) or moment, or later. */
                start_date?: string;
                /** @description Created on this day (UTC) or moment, or earlier. */
                end_date?: string;
                /** @description Not supported: 400. */
                application_id?: unknown;
                /** @description Not supported: 400. */
                scope?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflows: components["schemas"]["Workflow"][];
                        docs: components["schemas"]["Workflow"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description The application it belongs to; null or empty for none. */
                    slug?: string | null;
                    description?: string;
                    /** @description Address of a picture, may be empty. */
                    icon?: string;
                    /** @description Lower ones are shown first. */
                    index_order?: number;
                    /** @description Switched on in new configs. */
                    autoEnable?: boolean;
                    /** @description Not offered in configs and lists. */
                    hide_in_config?: boolean;
                    workflow_environment?: ("test" | "production")[];
                    /** @description A name that stands for the id wherever that is given; null takes it away. */
                    workflow_alias?: string | null;
                    nodes?: {
                        /** @description Unique in the workflow, 1 to 100 characters. */
                        id: string;
                        /** @description start, action, http, ai_code_executor, … */
                        type: string;
                        name?: string;
                        position?: {
                            x: number;
                            y: number;
                        };
                        configurable?: boolean;
                        /** @description 1 (the default) to 10 tries. */
                        maximum_attempts?: number;
                        /**
                         * @description What becomes of the run when the node has failed for good and no edge leaves from `error`: it fails (the default), continues, or skips what only this node leads to.
                         * @enum {string}
                         */
                        on_error?: "fail" | "continue" | "skip";
                        /** @description How long one attempt may take; null for no limit beyond the node type's. Not for delay, loop, approval and wait_for_webhook. */
                        timeout_ms?: number | null;
                        is_batch?: boolean;
                        /** @description What an action node carries out. */
                        action?: string;
                        /** @description On the start node. */
                        triggers?: {
                            _id?: string;
                            /** @description Slug or name; `Junctor` for your own events. */
                            application: string;
                            /** @description Name of the event, id of the application's trigger, or `API Call` for the execute route. */
                            event: string;
                            /** @description What an application's trigger is asked with; texts may hold `{{ config.… }}`. */
                            input?: {
                                [key: string]: unknown;
                            };
                        }[];
                        trigger_cron?: unknown;
                        event_to_dynamic_var_map?: unknown[];
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        parsed_response?: {
                            [key: string]: unknown;
                        };
                        request?: {
                            [key: string]: unknown;
                        };
                        input_data?: {
                            [key: string]: unknown;
                        };
                        style?: {
                            [key: string]: unknown;
                        };
                    }[];
                    edges?: {
                        /** @description Unique in the workflow; made when left out. */
                        id?: string;
                        /** @description Id of the node it leaves. */
                        source: string;
                        /** @description Id of the node it leads to. */
                        target: string;
                        sourceHandle?: string | null;
                        targetHandle?: string | null;
                        type?: string;
                    }[];
                    settings?: {
                        /** @description Seconds that a whole run may take, its pauses included. */
                        timeout?: number | null;
                        /** @description How many runs of this workflow go on at the same time; others wait. */
                        concurrency?: number | null;
                        /** @description What makes two starts the same, by `header` or by `path`: the second starts nothing. */
                        idempotency?: ({
                            /** @description A header of the request. */
                            header?: string;
                            /** @description A dotted path in the payload. */
                            path?: string;
                            /** @description How long a key is remembered; 300000 by default. */
                            window_ms?: number;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Whether unsigned webhooks may come to the address without its last part, the key, as senders of before have it. Whoever guesses an account's id then starts the workflow for it. */
                        keyless_webhooks?: boolean | null;
                        /** @description The page of a form on which configs show the workflow. */
                        associated_page?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Fields that the config asks for. */
                    data_slots?: ({
                        /** @description The name if left out. */
                        id?: string;
                        name?: string;
                        /** @description text (the default), select, map… */
                        field_type?: string;
                        required?: boolean;
                        multiple?: boolean;
                        hidden?: boolean;
                        defaultValue?: unknown;
                        placeholder?: string;
                        help_text?: string;
                        /** @description `{name, value}`, or a text that is both. */
                        options?: (string | number | {
                            name?: string;
                            value: string | number | boolean;
                        })[];
                        /** @description Left sides of a map; a value that is left out is made from the name. */
                        labels?: (string | number | {
                            name: string;
                            value?: string | number | boolean;
                        })[];
                        /** @description Id of the field that must have a value first. */
                        parent?: string;
                        associated_page?: string;
                        dynamic_slot_identifier?: string;
                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                        data_source?: {
                            /** @enum {string} */
                            type: "workflow" | "options" | "action";
                            workflow_id?: string;
                            list?: string;
                            action?: string;
                            input?: {
                                [key: string]: unknown;
                            };
                            items?: string;
                            name?: string;
                            value?: string;
                        };
                        /** @description Both sides of a map_v2 field. */
                        mapping?: {
                            lhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            rhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                        };
                        rule_columns?: {
                            lhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            operator?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            rhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            conditional_code?: string;
                        };
                    } & {
                        [key: string]: unknown;
                    })[];
                    test_instance_meta_data?: {
                        trigger?: {
                            _id?: string;
                            /** @description Slug or name; `Junctor` for your own events. */
                            application: string;
                            /** @description Name of the event, id of the application's trigger, or `API Call` for the execute route. */
                            event: string;
                            /** @description What an application's trigger is asked with; texts may hold `{{ config.… }}`. */
                            input?: {
                                [key: string]: unknown;
                            };
                        };
                        environment?: string;
                        linked_account_id?: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        successfullyDeletedTriggers: boolean;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    editWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWorkflowProblems: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @description The node that is wrong. */
                            node_id: string | null;
                            /** @description The edge that is wrong. */
                            edge_id: string | null;
                            /** @description Dotted path in the node, the edge or the workflow. */
                            field: string;
                            /** @description A sentence that names all of this. */
                            message: string;
                        }[];
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflows: components["schemas"]["Workflow"][];
                        docs: components["schemas"]["Workflow"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    publishWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    published: boolean;
                    /** @description A version to publish. Left out, test publishes the draft, and production what test has published. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreWorkflowVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The version whose content the draft gets. */
                    version: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportWorkflow: {
        parameters: {
            query?: {
                /** @description A version, instead of the content now. */
                version?: number;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedWorkflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    format: "junctor.workflow";
                    format_version: number;
                    name: string;
                    description?: string;
                    /** @description Address of a picture, may be empty. */
                    icon?: string;
                    /** @description The application it belongs to; null or empty for none. */
                    slug?: string | null;
                    /** @description A name that stands for the id wherever that is given; null takes it away. */
                    alias?: string | null;
                    /** @description Lower ones are shown first. */
                    index_order?: number;
                    /** @description Switched on in new configs. */
                    autoEnable?: boolean;
                    /** @description Not offered in configs and lists. */
                    hide_in_config?: boolean;
                    settings?: {
                        /** @description Seconds that a whole run may take, its pauses included. */
                        timeout?: number | null;
                        /** @description How many runs of this workflow go on at the same time; others wait. */
                        concurrency?: number | null;
                        /** @description What makes two starts the same, by `header` or by `path`: the second starts nothing. */
                        idempotency?: ({
                            /** @description A header of the request. */
                            header?: string;
                            /** @description A dotted path in the payload. */
                            path?: string;
                            /** @description How long a key is remembered; 300000 by default. */
                            window_ms?: number;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Whether unsigned webhooks may come to the address without its last part, the key, as senders of before have it. Whoever guesses an account's id then starts the workflow for it. */
                        keyless_webhooks?: boolean | null;
                        /** @description The page of a form on which configs show the workflow. */
                        associated_page?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                    nodes?: {
                        /** @description Unique in the workflow, 1 to 100 characters. */
                        id: string;
                        /** @description start, action, http, ai_code_executor, … */
                        type: string;
                        name?: string;
                        position?: {
                            x: number;
                            y: number;
                        };
                        configurable?: boolean;
                        /** @description 1 (the default) to 10 tries. */
                        maximum_attempts?: number;
                        /**
                         * @description What becomes of the run when the node has failed for good and no edge leaves from `error`: it fails (the default), continues, or skips what only this node leads to.
                         * @enum {string}
                         */
                        on_error?: "fail" | "continue" | "skip";
                        /** @description How long one attempt may take; null for no limit beyond the node type's. Not for delay, loop, approval and wait_for_webhook. */
                        timeout_ms?: number | null;
                        is_batch?: boolean;
                        /** @description What an action node carries out. */
                        action?: string;
                        /** @description On the start node. */
                        triggers?: {
                            _id?: string;
                            /** @description Slug or name; `Junctor` for your own events. */
                            application: string;
                            /** @description Name of the event, id of the application's trigger, or `API Call` for the execute route. */
                            event: string;
                            /** @description What an application's trigger is asked with; texts may hold `{{ config.… }}`. */
                            input?: {
                                [key: string]: unknown;
                            };
                        }[];
                        trigger_cron?: unknown;
                        event_to_dynamic_var_map?: unknown[];
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        parsed_response?: {
                            [key: string]: unknown;
                        };
                        request?: {
                            [key: string]: unknown;
                        };
                        input_data?: {
                            [key: string]: unknown;
                        };
                        style?: {
                            [key: string]: unknown;
                        };
                    }[];
                    edges?: {
                        /** @description Unique in the workflow; made when left out. */
                        id?: string;
                        /** @description Id of the node it leaves. */
                        source: string;
                        /** @description Id of the node it leads to. */
                        target: string;
                        sourceHandle?: string | null;
                        targetHandle?: string | null;
                        type?: string;
                    }[];
                    /** @description Fields that the config asks for. */
                    data_slots?: ({
                        /** @description The name if left out. */
                        id?: string;
                        name?: string;
                        /** @description text (the default), select, map… */
                        field_type?: string;
                        required?: boolean;
                        multiple?: boolean;
                        hidden?: boolean;
                        defaultValue?: unknown;
                        placeholder?: string;
                        help_text?: string;
                        /** @description `{name, value}`, or a text that is both. */
                        options?: (string | number | {
                            name?: string;
                            value: string | number | boolean;
                        })[];
                        /** @description Left sides of a map; a value that is left out is made from the name. */
                        labels?: (string | number | {
                            name: string;
                            value?: string | number | boolean;
                        })[];
                        /** @description Id of the field that must have a value first. */
                        parent?: string;
                        associated_page?: string;
                        dynamic_slot_identifier?: string;
                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                        data_source?: {
                            /** @enum {string} */
                            type: "workflow" | "options" | "action";
                            workflow_id?: string;
                            list?: string;
                            action?: string;
                            input?: {
                                [key: string]: unknown;
                            };
                            items?: string;
                            name?: string;
                            value?: string;
                        };
                        /** @description Both sides of a map_v2 field. */
                        mapping?: {
                            lhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            rhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                        };
                        rule_columns?: {
                            lhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            operator?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            rhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            conditional_code?: string;
                        };
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflow: components["schemas"]["Workflow"];
                        /** @description What the workflow refers to that is not here, and what was left out. */
                        warnings: {
                            /** @description The node that is wrong. */
                            node_id: string | null;
                            /** @description The edge that is wrong. */
                            edge_id: string | null;
                            /** @description Dotted path in the node, the edge or the workflow. */
                            field: string;
                            /** @description A sentence that names all of this. */
                            message: string;
                        }[];
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateConfigInBrowser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The application. */
                    slug: string;
                    /** @description Name of the config; the linked account's own id when it is left out or empty. */
                    config_id?: string;
                    /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                    fields?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    /** @description Older name of `fields`. */
                    application_data_slots?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    workflows?: {
                        /** @description The workflow. */
                        id: string;
                        enabled: boolean;
                        /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                        fields?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                        /** @description Older name of `fields`. */
                        data_slots?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such config or application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrCreateConfigInBrowser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The application. */
                    slug: string;
                    /** @description Name of the config; the linked account's own id when it is left out or empty. */
                    config_id?: string;
                    /** @description Left sides of map fields by group; a plain list serves every map field that has none. A text stands for a label of that name and value. */
                    labels?: {
                        [key: string]: string | ({
                            name: string;
                            value: string | number | boolean;
                        } | string)[];
                    } | (string | ({
                        name: string;
                        value: string | number | boolean;
                    } | string)[]);
                    /** @description Older name of `labels`. */
                    map_fields_object?: {
                        [key: string]: string | ({
                            name: string;
                            value: string | number | boolean;
                        } | string)[];
                    } | (string | ({
                        name: string;
                        value: string | number | boolean;
                    } | string)[]);
                    /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                    fields?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    /** @description Older name of `fields`. */
                    application_data_slots?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    workflows?: {
                        /** @description The workflow. */
                        id: string;
                        enabled: boolean;
                        /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                        fields?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                        /** @description Older name of `fields`. */
                        data_slots?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, or it is not enabled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDefaultConfigInBrowser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteDefaultConfigInBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConfigInBrowser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the config. */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteConfigInBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the config. */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The application. */
                    slug: string;
                    /** @description Name of the config; the linked account's own id when it is left out or empty. */
                    config_id?: string;
                    /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                    fields?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    /** @description Older name of `fields`. */
                    application_data_slots?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    workflows?: {
                        /** @description The workflow. */
                        id: string;
                        enabled: boolean;
                        /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                        fields?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                        /** @description Older name of `fields`. */
                        data_slots?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such config or application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrCreateConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The application. */
                    slug: string;
                    /** @description Name of the config; the linked account's own id when it is left out or empty. */
                    config_id?: string;
                    /** @description Left sides of map fields by group; a plain list serves every map field that has none. A text stands for a label of that name and value. */
                    labels?: {
                        [key: string]: string | ({
                            name: string;
                            value: string | number | boolean;
                        } | string)[];
                    } | (string | ({
                        name: string;
                        value: string | number | boolean;
                    } | string)[]);
                    /** @description Older name of `labels`. */
                    map_fields_object?: {
                        [key: string]: string | ({
                            name: string;
                            value: string | number | boolean;
                        } | string)[];
                    } | (string | ({
                        name: string;
                        value: string | number | boolean;
                    } | string)[]);
                    /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                    fields?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    /** @description Older name of `fields`. */
                    application_data_slots?: {
                        [key: string]: unknown;
                    } | {
                        id: string;
                        value?: unknown;
                    }[];
                    workflows?: {
                        /** @description The workflow. */
                        id: string;
                        enabled: boolean;
                        /** @description Values by field id; also a list of `{id, value}`. Given ones are set, null unsets, others stay. */
                        fields?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                        /** @description Older name of `fields`. */
                        data_slots?: {
                            [key: string]: unknown;
                        } | {
                            id: string;
                            value?: unknown;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, or it is not enabled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDefaultConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteDefaultConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the config. */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the config. */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConfigs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigSummary"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEnabledWorkflows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnabledWorkflow"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    switchConfigWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the config. */
                configId: string;
                /** @description The workflow. */
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigWorkflows"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    countWorkflowAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Accounts with a config in which it is on; all, where it belongs to no application; 0, where it is not published. */
                        enabled: number;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConfigField: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
                /** @description The field's workflow; a field of the application if left out. */
                workflow_id?: string;
            };
            header: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description The application. */
                slug: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description Id of the field. */
                fieldId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigField"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config, workflow or field. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateConfigField: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
                /** @description The field's workflow; a field of the application if left out. */
                workflow_id?: string;
            };
            header: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description The application. */
                slug: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description Id of the field. */
                fieldId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any JSON that fits the field; null unsets it. */
                    value: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigField"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config, workflow or field. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readConfigField: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
                /** @description The field's workflow; a field of the application if left out. */
                workflow_id?: string;
            };
            header: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description The application. */
                slug: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description Id of the field. */
                fieldId: string;
            };
            cookie?: never;
        };
        /** @description The field is shown as if these values were stored; may be absent. */
        requestBody: {
            content: {
                "application/json": {
                    value?: unknown;
                    /** @description Values of other fields, by their ids. */
                    values?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigField"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config, workflow or field. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteConfigField: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
                /** @description The field's workflow; a field of the application if left out. */
                workflow_id?: string;
            };
            header: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description The application. */
                slug: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description Id of the field. */
                fieldId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigField"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config, workflow or field. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConfigFields: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
            };
            header: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description The application. */
                slug: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config, workflow or field. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRuleOptions: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
                /** @description The field's workflow; a field of the application if left out. */
                workflow_id?: string;
            };
            header: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description The application. */
                slug: string;
                /** @description `true`: data sources are not asked, and their fields have no options. */
                disable_field_options?: string;
            };
            path: {
                /** @description Id of the field. */
                fieldId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rule_column?: {
                        lhs?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleOptions"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config, workflow or field. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getApplicationFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationFields"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setApplicationFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fields: ({
                        /** @description The name if left out. */
                        id?: string;
                        name?: string;
                        /** @description text (the default), select, map… */
                        field_type?: string;
                        required?: boolean;
                        multiple?: boolean;
                        hidden?: boolean;
                        defaultValue?: unknown;
                        placeholder?: string;
                        help_text?: string;
                        /** @description `{name, value}`, or a text that is both. */
                        options?: (string | number | {
                            name?: string;
                            value: string | number | boolean;
                        })[];
                        /** @description Left sides of a map; a value that is left out is made from the name. */
                        labels?: (string | number | {
                            name: string;
                            value?: string | number | boolean;
                        })[];
                        /** @description Id of the field that must have a value first. */
                        parent?: string;
                        associated_page?: string;
                        dynamic_slot_identifier?: string;
                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                        data_source?: {
                            /** @enum {string} */
                            type: "workflow" | "options" | "action";
                            workflow_id?: string;
                            list?: string;
                            action?: string;
                            input?: {
                                [key: string]: unknown;
                            };
                            items?: string;
                            name?: string;
                            value?: string;
                        };
                        /** @description Both sides of a map_v2 field. */
                        mapping?: {
                            lhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            rhs: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                        };
                        rule_columns?: {
                            lhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                            };
                            operator?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            rhs?: {
                                name?: string;
                                /** @enum {string} */
                                type?: "text" | "select";
                                multiple?: boolean;
                                /** @description `{name, value}`, or a text that is both. */
                                options?: (string | number | {
                                    name?: string;
                                    value: string | number | boolean;
                                })[];
                                /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                data_source?: {
                                    /** @enum {string} */
                                    type: "workflow" | "options" | "action";
                                    workflow_id?: string;
                                    list?: string;
                                    action?: string;
                                    input?: {
                                        [key: string]: unknown;
                                    };
                                    items?: string;
                                    name?: string;
                                    value?: string;
                                };
                                /** @description What is different for one value of the left side. */
                                by_lhs?: {
                                    [key: string]: {
                                        name?: string;
                                        /** @enum {string} */
                                        type?: "text" | "select";
                                        multiple?: boolean;
                                        /** @description `{name, value}`, or a text that is both. */
                                        options?: (string | number | {
                                            name?: string;
                                            value: string | number | boolean;
                                        })[];
                                        /** @description `{type: workflow, workflow_id}`, `{type: options, list, input}` or `{type: action, action, input, items, name, value}`. */
                                        data_source?: {
                                            /** @enum {string} */
                                            type: "workflow" | "options" | "action";
                                            workflow_id?: string;
                                            list?: string;
                                            action?: string;
                                            input?: {
                                                [key: string]: unknown;
                                            };
                                            items?: string;
                                            name?: string;
                                            value?: string;
                                        };
                                    };
                                };
                            };
                            conditional_code?: string;
                        };
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationFields"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDatastores: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config or datastore. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDatastoreRecords: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the datastore. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description UUID. */
                        record_id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config or datastore. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    searchDatastoreRecords: {
        parameters: {
            query?: {
                /** @description Name of the config; the linked account's own id if left out. */
                config_id?: string;
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application. */
                slug: string;
                /** @description Name of the datastore. */
                name: string;
            };
            cookie?: never;
        };
        /** @description Regular expressions by field, all of which must match in any case; without any, nothing is found. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description UUID. */
                        record_id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such application, config or datastore. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                status?: "COMPLETED" | "RUNNING" | "ERRORED" | "STOPPED" | "STOPPING" | "TIMED_OUT";
                workflow_id?: string;
                /** @description Part of the workflow's name. */
                workflow_name?: string;
                execution_id?: string;
                /** @description Comma list of application slugs. */
                slug?: string;
                /** @description ISO 8601 date or time. */
                start_date?: string;
                /** @description ISO 8601 date or time. */
                end_date?: string;
                execution_type?: "SYNC" | "ASYNC";
                /** @description The id of an execution or its first 8 characters or more, a value of its input, or words, each of which is a value or a word of its error. */
                search?: string;
                /** @description Words of the error, its code, or the node that failed; all must be there. */
                error?: string;
                /** @description A text or number of the input as a whole, in any case; `order.id=417` for one at a path. */
                input?: string;
                execution_source?: "Event" | "Schedule" | "API Call" | "EVENT" | "SCHEDULE" | "API_CALL";
                /** @description Oldest first. */
                sortAsc?: boolean;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ExecutionSummary"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExecution: {
        parameters: {
            query?: {
                /** @description False leaves out what nodes were given and came to (null, with its size): `attempts` of a node has it. */
                payloads?: boolean;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExecutionResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionResponse"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExecutionBatches: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                status?: "Success" | "Ready" | "Errored" | "Waiting" | "Stopped" | "Timed_Out";
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The execution's id. */
                id: string;
                /** @description The node's id; inside of a loop the path of the step, such as `loop[3]/node`. */
                node_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ExecutionBatch"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExecutionAttempts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The execution's id. */
                id: string;
                /** @description The node's id; inside of a loop the path of the step, such as `loop[3]/node`. */
                node_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ExecutionAttempt"][];
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExecutionTimeline: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 500 is treated as 500. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page. */
                after?: string;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ExecutionTimelineStep"][];
                        /** @description For `after`; null on the last page. While an execution goes on, more may follow. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stopExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has ended already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rerunExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedExecution"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The node to begin with, inside of a loop the path of the step, such as `loop[3]/node`, or `failed` for the one that failed: it and whatever comes after it is carried out anew, the outputs of all others are taken over. Of a loop around it the items that went well are taken over, too. From the start if left out. */
                    from_node?: string;
                    /**
                     * @description The version that the execution ran, or the one that is published now.
                     * @default same
                     * @enum {string}
                     */
                    version?: "same" | "published";
                    /**
                     * @description The account's choices as they were then, or as they are now.
                     * @default same
                     * @enum {string}
                     */
                    settings?: "same" | "current";
                    /** @description In place of the payload; not together with `from_node`. */
                    input?: unknown;
                    /** @description In place of the settings of `from_node`, as they are once expressions are replaced: the `input_data` of the node's record, changed. Expressions in it are not replaced. */
                    node_input?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedExecution"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayExecutions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter: {
                        /**
                         * @description All that have ended if absent.
                         * @enum {string}
                         */
                        status?: "COMPLETED" | "ERRORED" | "STOPPED" | "TIMED_OUT";
                        workflow_id?: string;
                        /** @description Part of the workflow's name. */
                        workflow_name?: string;
                        execution_id?: string;
                        /** @description Comma list of application slugs. */
                        slug?: string;
                        /** @description ISO 8601 date or time. */
                        start_date?: string;
                        /** @description ISO 8601 date or time. */
                        end_date?: string;
                        /** @enum {string} */
                        execution_type?: "SYNC" | "ASYNC";
                        /** @description The id of an execution or its first 8 characters or more, a value of its input, or words, each of which is a value or a word of its error. */
                        search?: string;
                        /** @description Words of the error, its code, or the node that failed; all must be there. */
                        error?: string;
                        /** @description A text or number of the input as a whole, in any case; `order.id=417` for one at a path. */
                        input?: string;
                        /** @enum {string} */
                        execution_source?: "Event" | "Schedule" | "API Call" | "EVENT" | "SCHEDULE" | "API_CALL";
                        linked_account_id?: string;
                        /** @description Only executions in which this node failed, also inside of a loop. */
                        failed_node?: string;
                    };
                    /** @description The node to begin with, inside of a loop the path of the step, such as `loop[3]/node`, or `failed` for the one that failed: it and whatever comes after it is carried out anew, the outputs of all others are taken over. Of a loop around it the items that went well are taken over, too. From the start if left out. */
                    from_node?: string;
                    /**
                     * @description The version that the execution ran, or the one that is published now.
                     * @default same
                     * @enum {string}
                     */
                    version?: "same" | "published";
                    /**
                     * @description The account's choices as they were then, or as they are now.
                     * @default same
                     * @enum {string}
                     */
                    settings?: "same" | "current";
                    /**
                     * @description The most executions that are done again, the oldest first.
                     * @default 100000
                     */
                    limit?: number;
                    /** @description Only counts them. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stopReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    answerWait: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the node's address. */
                token: string;
            };
            cookie?: never;
        };
        /** @description Any JSON, also `null`; 400 without one. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has been answered already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The execution, or the node's time, has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["Approval"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The execution's id. */
                id: string;
                /** @description The node, or in a loop its path, such as `loop[3]/node`. */
                node_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approved: boolean;
                    /** @description Only where the node allows one. */
                    comment?: string;
                    /** @description Who decided; stands in the output. */
                    by?: string;
                    /** @description Values of the node's fields, by their names. */
                    fields?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has been decided already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The execution, or the node's time, has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: {
                /** @description The linked account for which the workflow runs. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ListedSchedule"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header: {
                /** @description The linked account for which the workflow runs. */
                linked_account_id?: string;
                /** @description Application of the workflow; may be left out. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description Id or alias of the workflow. */
                workflow_id_alias: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    trigger_type: "cron" | "interval";
                    /**
                     * @description Cron expression of five fields; needed for `cron`.
                     * @example 0 9 * * 1-5
                     */
                    regex?: string;
                    /** @description First local day (YYYY-MM-DD). */
                    startDate?: string;
                    /** @description Last local day (YYYY-MM-DD). */
                    endDate?: string;
                    /** @description Kept as sent. */
                    currentDate?: string;
                    /** @description IANA time zone; UTC by default. */
                    tz?: string;
                    /** @description Needed for `interval`. */
                    interval_dates?: {
                        year?: number;
                        month?: number;
                        day?: number;
                        hour?: number;
                        minute?: number;
                        second?: number;
                        /** @description The same fields nested; these win. */
                        date?: {
                            year?: number;
                            month?: number;
                            day?: number;
                            hour?: number;
                            minute?: number;
                            second?: number;
                        };
                        /** @description IANA time zone; UTC by default. */
                        tz?: string;
                    }[];
                    /** @description Input of each run, of at most 256 KB. */
                    payload?: Record<string, unknown>;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such published workflow for this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account for which the workflow runs. */
                linked_account_id?: string;
                /** @description Application of the workflow; may be left out. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description Id or alias of the workflow. */
                workflow_id_alias?: string;
            };
            path: {
                /** @description Id of the schedule. */
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    trigger_type: "cron" | "interval";
                    /**
                     * @description Cron expression of five fields; needed for `cron`.
                     * @example 0 9 * * 1-5
                     */
                    regex?: string;
                    /** @description First local day (YYYY-MM-DD). */
                    startDate?: string;
                    /** @description Last local day (YYYY-MM-DD). */
                    endDate?: string;
                    /** @description Kept as sent. */
                    currentDate?: string;
                    /** @description IANA time zone; UTC by default. */
                    tz?: string;
                    /** @description Needed for `interval`. */
                    interval_dates?: {
                        year?: number;
                        month?: number;
                        day?: number;
                        hour?: number;
                        minute?: number;
                        second?: number;
                        /** @description The same fields nested; these win. */
                        date?: {
                            year?: number;
                            month?: number;
                            day?: number;
                            hour?: number;
                            minute?: number;
                            second?: number;
                        };
                        /** @description IANA time zone; UTC by default. */
                        tz?: string;
                    }[];
                    /** @description Input of each run, of at most 256 KB. */
                    payload?: Record<string, unknown>;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account for which the workflow runs. */
                linked_account_id?: string;
            };
            path: {
                /** @description Id of the schedule. */
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the schedule. */
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the schedule. */
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllSchedules: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                linked_account_id?: string;
                workflow_id?: string;
                status?: "running" | "paused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ScheduleOfAll"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWithTicks"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Words of a name, or the beginning of an id. */
                q: string;
                /** @description Comma list of workflow, linked_account, application, execution, webhook, mcp_server, schedule, event, delivery; all if not given. */
                kinds?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["SearchHit"][];
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name by which events and workflows refer to it. */
                    name: string;
                    /** @description Map of field to type. */
                    model?: {
                        [key: string]: string;
                    };
                    /** @description An example of the payload as an object or as JSON text, or the list of its fields (key, type); at most 64 KB. */
                    response?: string | Record<string, unknown> | unknown[];
                    /** @description JSON Schema of the payload, as an object or as JSON text; at most 64 KB. */
                    json_schema?: Record<string, unknown> | string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promoteEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the event, or its id in test. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event's definition. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event's definition. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name by which events and workflows refer to it. */
                    name?: string;
                    /** @description Map of field to type. */
                    model?: {
                        [key: string]: string;
                    };
                    /** @description An example of the payload as an object or as JSON text, or the list of its fields (key, type); at most 64 KB. */
                    response?: string | Record<string, unknown> | unknown[];
                    /** @description JSON Schema of the payload, as an object or as JSON text; at most 64 KB. */
                    json_schema?: Record<string, unknown> | string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event's definition. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEventsAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    triggerEventAtBase: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Application of the workflow. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description An event that comes again with the same key within 24 h starts nothing and gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of an application event. */
                    event?: string;
                    /** @description The same as event. */
                    trigger?: string;
                    /** @description Input of the executions. */
                    payload?: unknown;
                    linked_account_id?: string;
                    /** @description Start only workflows of this application. */
                    slug?: string;
                    config_id?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no application event of this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used for another event. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEventAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event's definition. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateEventAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event's definition. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name by which events and workflows refer to it. */
                    name?: string;
                    /** @description Map of field to type. */
                    model?: {
                        [key: string]: string;
                    };
                    /** @description An example of the payload as an object or as JSON text, or the list of its fields (key, type); at most 64 KB. */
                    response?: string | Record<string, unknown> | unknown[];
                    /** @description JSON Schema of the payload, as an object or as JSON text; at most 64 KB. */
                    json_schema?: Record<string, unknown> | string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    triggerEventOfApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Application of the workflow. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description An event that comes again with the same key within 24 h starts nothing and gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Application of the workflows. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of an application event. */
                    event?: string;
                    /** @description The same as event. */
                    trigger?: string;
                    /** @description Input of the executions. */
                    payload?: unknown;
                    linked_account_id?: string;
                    /** @description Start only workflows of this application. */
                    slug?: string;
                    config_id?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no application event of this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used for another event. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteEventAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event's definition. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    triggerEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Application of the workflow. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description An event that comes again with the same key within 24 h starts nothing and gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of an application event. */
                    event?: string;
                    /** @description The same as event. */
                    trigger?: string;
                    /** @description Input of the executions. */
                    payload?: unknown;
                    linked_account_id?: string;
                    /** @description Start only workflows of this application. */
                    slug?: string;
                    config_id?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no application event of this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used for another event. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    triggerEventV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Application of the workflow. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description An event that comes again with the same key within 24 h starts nothing and gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of an application event. */
                    event?: string;
                    /** @description The same as event. */
                    trigger?: string;
                    /** @description Input of the executions. */
                    payload?: unknown;
                    linked_account_id?: string;
                    /** @description Start only workflows of this application. */
                    slug?: string;
                    config_id?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no application event of this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used for another event. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listReceivedEvents: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                /** @description Only events of this name. */
                event?: string;
                /** @description Only events of this linked account, by your own id. */
                account?: string;
                /** @description ISO 8601 date or time. */
                start_date?: string;
                /** @description ISO 8601 date or time. */
                end_date?: string;
                /** @description False: those in which the audit found a fault; true: all others. */
                balanced?: boolean;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ReceivedEventSummary"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditedEvents: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                /** @description Only events of this name. */
                event?: string;
                /** @description Only events of this linked account, by your own id. */
                account?: string;
                /** @description ISO 8601 date or time. */
                start_date?: string;
                /** @description ISO 8601 date or time. */
                end_date?: string;
                /** @description False: those in which the audit found a fault; true: all others. */
                balanced?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["ReceivedEventSummary"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReceivedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditFindings: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                kind?: "executions" | "queue" | "deliveries";
                /** @description ISO 8601 date or time. */
                start_date?: string;
                /** @description ISO 8601 date or time. */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["AuditFinding"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    executeWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Application of the workflow. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description A call that comes again with the same key starts nothing and gets the first execution. */
                "idempotency-key"?: string;
                /** @description `true` waits up to 60 s for the end of the execution. */
                sync_execution?: string;
            };
            path: {
                /** @description Id or alias of a published workflow. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Input of the execution; may be absent. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutedWorkflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used for another call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A response node answered with this status. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutedWorkflow"];
                };
            };
        };
    };
    executeWorkflowV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
                /** @description Application of the workflow. */
                slug?: string;
                /** @description The linked account's id by default. */
                config_id?: string;
                /** @description A call that comes again with the same key starts nothing and gets the first execution. */
                "idempotency-key"?: string;
                /** @description `true` waits up to 60 s for the end of the execution. */
                sync_execution?: string;
            };
            path: {
                /** @description Id or alias of a published workflow. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Input of the execution; may be absent. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutedWorkflow"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used for another call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A response node answered with this status. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutedWorkflow"];
                };
            };
        };
    };
    getRequestStructure: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description Id or alias of a published workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestStructure"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setWorkflowWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the sender signs with, or sends as its token; one is made where it is left out. */
                    secret?: string;
                    /** @description True ends the secrets before this one at once, instead of after 24 hours. */
                    end_others?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowWebhookSecret"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWorkflowWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWorkflowWebhookUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowWebhookUrl"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWorkflowWebhookUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True ends the keys before this one at once, instead of after 24 hours. */
                    end_others?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookUrl"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWorkflowWebhookUrls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True ends the keys before this one at once, instead of after 24 hours. */
                    end_others?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAddressRotation"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateAccountWebhookUrls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True ends the keys before this one at once, instead of after 24 hours. */
                    end_others?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAddressRotation"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    triggerWebhook: {
        parameters: {
            query?: {
                /** @description The linked account's id by default. */
                config_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization. */
                orgId: string;
                /** @description test or production. */
                environment: string;
                /** @description Id of a published workflow with a trigger `Webhook`. */
                workflowId: string;
                /** @description Your own id of the linked account, encoded for addresses. */
                linkedAccountId: string;
                /** @description The key of this address; `webhook-url` tells it. */
                key: string;
            };
            cookie?: never;
        };
        /** @description Input of the execution; may be absent. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedWebhook"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The signature or token is missing, wrong or too old. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such address, its key is wrong or missing, or the request is not signed where it has none. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It came before; the ids are those of the first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepeatedWebhook"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    triggerKeylessWebhook: {
        parameters: {
            query?: {
                /** @description The linked account's id by default. */
                config_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization. */
                orgId: string;
                /** @description test or production. */
                environment: string;
                /** @description Id of a published workflow with a trigger `Webhook`. */
                workflowId: string;
                /** @description Your own id of the linked account, encoded for addresses. */
                linkedAccountId: string;
            };
            cookie?: never;
        };
        /** @description Input of the execution; may be absent. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedWebhook"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The signature or token is missing, wrong or too old. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such address, its key is wrong or missing, or the request is not signed where it has none. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It came before; the ids are those of the first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepeatedWebhook"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTriggers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The application's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTriggerSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerSubscription"][];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConnectUrl: {
        parameters: {
            query?: {
                /** @description The config that the portal fills in, made on use; the account's own id otherwise. */
                config_id?: string;
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description `name`, `logo` (an https address), `color` and `bgColor` shape the portal; anything else is only kept. At most 32 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedProperties"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedUrl"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHostedProperties: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `name`, `logo` (an https address), `color` and `bgColor` shape the portal; anything else is only kept. At most 32 KB. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedProperties"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMcpServers: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["McpServerSummary"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createMcpServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    description: string;
                    agent_name?: string;
                    /** @description A CSS colour. */
                    primary_color?: string;
                    /** @description A CSS colour. */
                    secondary_color?: string;
                    base_prompt?: string;
                    /** @description Whether each call of a tool that does not only read waits for somebody's approval, unless its entry says otherwise. On a server of the organization a session token can turn it on, not off. */
                    safe_mode?: boolean;
                    suggestions?: {
                        name: string;
                        prompt: string;
                    }[];
                    chains?: {
                        /** @description Of a chain that the server has: it keeps its id. */
                        _id?: string;
                        name: string;
                        goals?: string;
                        /** @description One step a line. */
                        steps?: string;
                        precheck?: string;
                        successCondition?: string;
                        responseFormat?: string;
                        onError?: string;
                    }[];
                    /** @description With at most 1000 workflows and actions in all. */
                    associated_apps?: {
                        slug: string;
                        workflows?: {
                            id: string;
                            /** @description A session token does not change it for what the organization offers. */
                            name?: string;
                            /** @description A session token does not change it for what the organization offers. */
                            description?: string;
                            /** @description Name of the tool in place of the made one; unique on the server. A session token does not change it for what the organization offers. */
                            tool_name?: string;
                            /**
                             * @description `allow`: calls are made. `deny`: the tool is not there. `ask`: each call waits for somebody's approval. Without one, `safe_mode` decides: with it, tools that do not only read ask. On a server of the organization a session token can make it stricter, never milder.
                             * @enum {string}
                             */
                            policy?: "allow" | "deny" | "ask";
                        }[];
                        actions?: {
                            id: string;
                            /** @description A session token does not change it for what the organization offers. */
                            name?: string;
                            /** @description A session token does not change it for what the organization offers. */
                            description?: string;
                            /** @description Name of the tool in place of the made one; unique on the server. A session token does not change it for what the organization offers. */
                            tool_name?: string;
                            /**
                             * @description `allow`: calls are made. `deny`: the tool is not there. `ask`: each call waits for somebody's approval. Without one, `safe_mode` decides: with it, tools that do not only read ask. On a server of the organization a session token can make it stricter, never milder.
                             * @enum {string}
                             */
                            policy?: "allow" | "deny" | "ask";
                        }[];
                    }[];
                    resources?: unknown[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedMcpServer"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMcpServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMcpServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string;
                    agent_name?: string;
                    /** @description A CSS colour. */
                    primary_color?: string;
                    /** @description A CSS colour. */
                    secondary_color?: string;
                    base_prompt?: string;
                    /** @description Whether each call of a tool that does not only read waits for somebody's approval, unless its entry says otherwise. On a server of the organization a session token can turn it on, not off. */
                    safe_mode?: boolean;
                    suggestions?: {
                        name: string;
                        prompt: string;
                    }[];
                    chains?: {
                        /** @description Of a chain that the server has: it keeps its id. */
                        _id?: string;
                        name: string;
                        goals?: string;
                        /** @description One step a line. */
                        steps?: string;
                        precheck?: string;
                        successCondition?: string;
                        responseFormat?: string;
                        onError?: string;
                    }[];
                    /** @description With at most 1000 workflows and actions in all. */
                    associated_apps?: {
                        slug: string;
                        workflows?: {
                            id: string;
                            /** @description A session token does not change it for what the organization offers. */
                            name?: string;
                            /** @description A session token does not change it for what the organization offers. */
                            description?: string;
                            /** @description Name of the tool in place of the made one; unique on the server. A session token does not change it for what the organization offers. */
                            tool_name?: string;
                            /**
                             * @description `allow`: calls are made. `deny`: the tool is not there. `ask`: each call waits for somebody's approval. Without one, `safe_mode` decides: with it, tools that do not only read ask. On a server of the organization a session token can make it stricter, never milder.
                             * @enum {string}
                             */
                            policy?: "allow" | "deny" | "ask";
                        }[];
                        actions?: {
                            id: string;
                            /** @description A session token does not change it for what the organization offers. */
                            name?: string;
                            /** @description A session token does not change it for what the organization offers. */
                            description?: string;
                            /** @description Name of the tool in place of the made one; unique on the server. A session token does not change it for what the organization offers. */
                            tool_name?: string;
                            /**
                             * @description `allow`: calls are made. `deny`: the tool is not there. `ask`: each call waits for somebody's approval. Without one, `safe_mode` decides: with it, tools that do not only read ask. On a server of the organization a session token can make it stricter, never milder.
                             * @enum {string}
                             */
                            policy?: "allow" | "deny" | "ask";
                        }[];
                    }[];
                    resources?: unknown[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteMcpServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A session token deletes only what is the account's own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    dropMcpServerChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createMcpToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long the token is good, in seconds; a year where nothing is said. */
                    expires_in?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpToken"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteMcpToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMcpTokens: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["McpTokenInfo"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    withdrawMcpToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllMcpCalls: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                status?: "WAITING" | "RUNNING" | "COMPLETED" | "ERRORED" | "DENIED" | "EXPIRED" | "REFUSED";
                /** @description The tool's name. */
                tool?: string;
                /** @description From this day or moment on; UTC. */
                start_date?: string;
                /** @description Up to this day or moment, which counts; UTC. */
                end_date?: string;
                linked_account_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["McpCall"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMcpCalls: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
                /** @description `nextCursor` of the page before: the next page, quick however far it is, and without a record twice or missing when others are added meanwhile. `page` does not count then. */
                after?: string;
                status?: "WAITING" | "RUNNING" | "COMPLETED" | "ERRORED" | "DENIED" | "EXPIRED" | "REFUSED";
                /** @description The tool's name. */
                tool?: string;
                /** @description From this day or moment on; UTC. */
                start_date?: string;
                /** @description Up to this day or moment, which counts; UTC. */
                end_date?: string;
            };
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["McpCall"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                        /** @description Set where `totalDocs`, and with it `totalPages`, is an estimate: more than 1,000 records, narrowed by more than counts are kept for. */
                        totalDocsIsEstimate?: boolean;
                        /** @description For `after`; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMcpCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for, with an API key; a session token names its own. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpCall"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decideMcpCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
                /**
                 * @description 24 hex characters.
                 * @example 6a1f0c2e9b3d4f5a6b7c8d9e
                 */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approved: boolean;
                    /** @description Who decides; for the log. */
                    decided_by?: string;
                    /** @description Why; for the log. The reason of a rejection is told to the agent. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has been decided already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Its time is over. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMcpSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpSettings"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMcpSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sign_in_url?: string | null;
                    product_name?: string | null;
                    logo?: string | null;
                    approvals?: ("link" | "api") | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpSettings"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    answerMcpSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the sign-in address was called with it. */
                    request: string;
                    linked_account_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpReturnAddress"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createMcpSignInCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpSignInCode"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMcpGrants: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows a page; more than 100 is treated as 100. */
                limit?: number;
            };
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["McpGrant"][];
                        totalDocs: number;
                        limit: number;
                        totalPages: number;
                        page: number;
                        pagingCounter: number;
                        hasPrevPage: boolean;
                        hasNextPage: boolean;
                        prevPage: number | null;
                        nextPage: number | null;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    withdrawMcpGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The linked account to act for; needed with an API key. */
                linked_account_id?: string;
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record in this organization and environment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query: {
                subject: "executions" | "deliveries" | "mcp_calls" | "connections";
                /** @description Rounded down to `every`. Without it: 60 intervals before `to`. */
                from?: string;
                /** @description Exclusive, rounded up to `every`. Now if absent. */
                to?: string;
                /** @description Length of the intervals, in UTC. Minutes are kept for 50 hours, hours for 60 days, days for 400 days. */
                every?: "minute" | "hour" | "day";
                /** @description One series for each of these. `application`: of the workflow's nodes; `failing_application`: of the step that made the execution fail. */
                by?: "status" | "workflow" | "account" | "application" | "failing_application" | "webhook" | "server" | "tool";
                /** @description Only this one of `by`: an id, slug, name or status. */
                value?: string;
                /** @description How many series, those with the most first. */
                limit?: number;
                /** @description By what the most are found. */
                sort?: "count" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatisticsOverview: {
        parameters: {
            query?: {
                /** @description 24 hours before `to` if absent. */
                from?: string;
                /** @description Now if absent. */
                to?: string;
                /** @description Rows of each list. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsOverview"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description Comma list of the kinds to be told of: execution, delivery, connection, mcp_call. All if absent. */
                kinds?: string;
                /** @description The `id` heard last, where the header `Last-Event-ID` cannot be sent. */
                after?: string;
            };
            header?: {
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChangeEvent"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, wrong, revoked or of the wrong kind. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The linked account has used its requests per minute (RATE_LIMIT_EXCEEDED; Retry-After says when to go on), or the credential may not do this (FORBIDDEN, ROLE_TOO_LOW). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many streams are open; Retry-After says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The request is not valid; the message says what is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database does not answer right now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
