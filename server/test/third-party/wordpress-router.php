<?php
// What a web server's rewrite rule does: every address goes to WordPress' index.php.
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF'] = '/index.php';
define('WP_USE_THEMES', false);
require __DIR__ . '/wordpress-config.php';
wp();
