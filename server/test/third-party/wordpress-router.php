<?php
// Does what a web server's rewrite rule does: passes every address to WordPress' index.php.
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF'] = '/index.php';
define('WP_USE_THEMES', false);
require __DIR__ . '/wordpress-config.php';
wp();
