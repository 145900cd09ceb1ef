// Starts the part of the script that the page needs.

if (form) answer();
if (one("[data-inbox]")) inbox();
