<?php
// Installs WordPress into an empty database and prints what a customer would type in: {"user", "password"} of an
// editor.
define('WP_INSTALLING', true);

/** Replaces the one that mails to the owner. */
function wp_new_blog_notification()
{
}

require __DIR__ . '/wordpress-config.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('A site for tests', 'owner', 'owner@example.com', true, '', 'password of the owner');

global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%postname%/');
$user = wp_insert_user([
    'user_login' => 'editor',
    'user_pass' => 'password of the editor',
    'user_email' => 'editor@example.com',
    'role' => 'editor',
]);
[$password] = WP_Application_Passwords::create_new_application_password($user, ['name' => 'Junctor']);
// More posts than a page of the API holds.
for ($number = 1; $number <= 101; $number++) {
    wp_insert_term("Zone $number", 'category');
}
echo wp_json_encode(['user' => 'editor', 'password' => WP_Application_Passwords::chunk_password($password)]);
