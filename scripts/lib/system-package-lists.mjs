/**
 * What the system has to offer, by purpose. Each need: Debian's package names (the first that the release knows is
 * taken; later ones are its names in other releases), the Fedora and Arch package, and how to see that it is there
 * where no dpkg can be asked: a shared library by soname, or a program.
 *
 * @typedef {{ debian: string[], fedora: string, arch: string, library?: string, program?: string }} Need
 */

/**
 * @param {string | string[]} debian
 * @param {string} library
 * @param {string} fedora
 * @param {string} arch
 * @returns {Need}
 */
function library(debian, library, fedora, arch) {
  return { debian: [debian].flat(), fedora, arch, library };
}

/**
 * @param {string} debian
 * @param {string} program
 * @param {string} [fedora]
 * @param {string} [arch]
 * @returns {Need}
 */
function program(debian, program, fedora = debian, arch = debian) {
  return { debian: [debian], fedora, arch, program };
}

/**
 * @param {string} debian
 * @returns {Need}
 */
function debianOnly(debian) {
  return { debian: [debian], fedora: '', arch: '' };
}

/** The Electron runtime, the computer-use helper, and the tools that call a system program. */
const app = [
  library(['libgtk-3-0', 'libgtk-3-0t64'], 'libgtk-3.so.0', 'gtk3', 'gtk3'),
  library('libnss3', 'libnss3.so', 'nss', 'nss'),
  library(['libasound2', 'libasound2t64'], 'libasound.so.2', 'alsa-lib', 'alsa-lib'),
  library('libgbm1', 'libgbm.so.1', 'mesa-libgbm', 'mesa'),
  library(['libcups2', 'libcups2t64'], 'libcups.so.2', 'cups-libs', 'libcups'),
  library('libdrm2', 'libdrm.so.2', 'libdrm', 'libdrm'),
  library('libxkbcommon0', 'libxkbcommon.so.0', 'libxkbcommon', 'libxkbcommon'),
  library('libnotify4', 'libnotify.so.4', 'libnotify', 'libnotify'),
  library('libsecret-1-0', 'libsecret-1.so.0', 'libsecret', 'libsecret'),
  library('libx11-6', 'libX11.so.6', 'libX11', 'libx11'),
  library('libxext6', 'libXext.so.6', 'libXext', 'libxext'),
  library('libxtst6', 'libXtst.so.6', 'libXtst', 'libxtst'),
  library('libxi6', 'libXi.so.6', 'libXi', 'libxi'),
  library('libxrandr2', 'libXrandr.so.2', 'libXrandr', 'libxrandr'),
  library('libxfixes3', 'libXfixes.so.3', 'libXfixes', 'libxfixes'),
  library('libxdamage1', 'libXdamage.so.1', 'libXdamage', 'libxdamage'),
  library('libxcomposite1', 'libXcomposite.so.1', 'libXcomposite', 'libxcomposite'),
  library('libxss1', 'libXss.so.1', 'libXScrnSaver', 'libxss'),
  debianOnly('at-spi2-core'),
  debianOnly('fonts-dejavu-core'),
  debianOnly('fonts-noto-color-emoji'),
  program('xdg-utils', 'xdg-open'),
  program('git', 'git'),
];

/** A screen of our own where there is none: X server, window manager, D-Bus session. */
const display = [
  program('xvfb', 'Xvfb', 'xorg-x11-server-Xvfb', 'xorg-server-xvfb'),
  program('openbox', 'openbox'),
  program('x11-utils', 'xprop', 'xprop', 'xorg-xprop'),
  program('x11-xkb-utils', 'setxkbmap', 'setxkbmap', 'xorg-setxkbmap'),
  program('dbus-daemon', 'dbus-daemon', 'dbus-daemon', 'dbus'),
  program('dbus-bin', 'dbus-send', 'dbus-tools', 'dbus'),
];

/** The programs that the tests drive and look with. */
const test = [
  program('mousepad', 'mousepad'),
  program('zenity', 'zenity'),
  program('xterm', 'xterm'),
  program('chromium', 'chromium'),
  program('xdotool', 'xdotool'),
  program('xserver-xephyr', 'Xephyr', 'xorg-x11-server-Xephyr', 'xorg-server-xephyr'),
  program('x11-xserver-utils', 'xset', 'xset', 'xorg-xset'),
  program('xserver-xorg-core', 'Xorg', 'xorg-x11-server-Xorg', 'xorg-server'),
  debianOnly('xserver-xorg-video-dummy'),
  program('imagemagick', 'import', 'ImageMagick', 'imagemagick'),
  program('ripgrep', 'rg'),
  program('procps', 'ps', 'procps-ng', 'procps-ng'),
  debianOnly('python3-gi'),
  debianOnly('gir1.2-gtk-3.0'),
  debianOnly('gir1.2-gtk-4.0'),
  debianOnly('python3-pyatspi'),
  debianOnly('python3-pyqt6'),
  program('galculator', 'galculator'),
  program('featherpad', 'featherpad'),
  program('qt6ct', 'qt6ct'),
  program('x11-apps', 'xcalc', 'xcalc', 'xorg-xcalc'),
  debianOnly('fonts-wqy-zenhei'),
];

/** @type {Record<'app' | 'display' | 'test', Need[]>} */
export const needs = { app, display, test };
