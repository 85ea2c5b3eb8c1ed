<?php
// The wp-config.php of a site for tests: everything that differs comes from the environment.
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('SITE_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
$table_prefix = 'wp_';

foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define($name . '_KEY', 'key for tests');
    define($name . '_SALT', 'salt for tests');
}

// Without https, WordPress allows application passwords only in local environments.
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_CONTENT_DIR', getenv('SITE_CONTENT'));
define('WP_HOME', getenv('SITE_URL'));
define('WP_SITEURL', getenv('SITE_URL'));
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('WP_DEBUG', false);

define('ABSPATH', getenv('SITE_PROGRAM') . '/');
require_once ABSPATH . 'wp-settings.php';
