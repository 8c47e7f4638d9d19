/* Addresses as texts, as the GNU library reads and writes them. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "../errno/host-texts.h"

void __homing_loss(const char *);

static int hex(unsigned char c)
{
	if (c >= '0' && c <= '9') return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four decimal numbers up to 255 without leading zeros, and nothing behind them. */
static int four_numbers(const char *s, unsigned char *to)
{
	for (int i = 0; i < 4; i++) {
		int value = 0, n = 0;
		for (; s[n] >= '0' && s[n] <= '9'; n++) {
			value = value * 10 + (s[n] - '0');
			if (value > 255 || (n && s[0] == '0')) return 0;
		}
		if (!n || s[n] != (i < 3 ? '.' : 0)) return 0;
		to[i] = value;
		s += n + 1;
	}
	return 1;
}

/* Up to eight groups; `gap` is where `::` stands. */
static int groups(const char *s, unsigned char *to)
{
	unsigned char all[16] = {0};
	int at = 0, gap = -1;
	if (*s == ':' && *++s != ':') return 0;
	while (*s) {
		if (*s == ':') {
			if (gap >= 0) return 0;
			gap = at;
			s++;
			continue;
		}
		int value = 0, n = 0;
		for (; hex(s[n]) >= 0; n++) {
			if (n == 4) return 0;
			value = value * 16 + hex(s[n]);
		}
		if (s[n] == '.' && at <= 12) {
			if (!four_numbers(s, all + at)) return 0;
			at += 4;
			break;
		}
		if (!n || at == 16) return 0;
		all[at++] = value >> 8;
		all[at++] = value;
		s += n;
		if (*s == ':') {
			if (!*++s) return 0;
		} else if (*s) return 0;
	}
	if (gap < 0 ? at != 16 : at == 16) return 0;
	memset(to, 0, 16);
	if (gap < 0) gap = at;
	memcpy(to, all, gap);
	memcpy(to + 16 - (at - gap), all + gap, at - gap);
	return 1;
}

int inet_pton(int family, const char *restrict s, void *restrict to)
{
	unsigned char own[16];
	if (family != AF_INET && family != AF_INET6) {
		errno = EAFNOSUPPORT;
		return -1;
	}
	if (!(family == AF_INET ? four_numbers(s, own) : groups(s, own))) return 0;
	memcpy(to, own, family == AF_INET ? 4 : 16);
	return 1;
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t room)
{
	const unsigned char *a = from;
	char text[64], *p = text;
	int start = -1, best = 1;
	if (family != AF_INET && family != AF_INET6) {
		errno = EAFNOSUPPORT;
		return 0;
	}
	if (family == AF_INET) sprintf(text, "%u.%u.%u.%u", a[0], a[1], a[2], a[3]);
	else {
		/* The longest row of zeros, of at least two groups, is left out. */
		for (int i = 0; i < 8; i++) {
			int n = 0;
			while (i + n < 8 && !a[2 * (i + n)] && !a[2 * (i + n) + 1]) n++;
			if (n > best) start = i, best = n;
			i += n;
		}
		int old = start == 0 && (best == 6 || (best == 5 && a[10] == 255 && a[11] == 255));
		for (int i = 0; i < 8; i++) {
			if (start >= 0 && i == start) {
				*p++ = ':';
				i += best - 1;
				if (i == 7) *p++ = ':';
				continue;
			}
			if (i) *p++ = ':';
			if (old && i == 6) {
				p += sprintf(p, "%u.%u.%u.%u", a[12], a[13], a[14], a[15]);
				break;
			}
			p += sprintf(p, "%x", a[2 * i] << 8 | a[2 * i + 1]);
		}
		*p = 0;
	}
	if (strlen(text) >= room) {
		errno = ENOSPC;
		return 0;
	}
	return strcpy(to, text);
}

/* One to four numbers in C's notations; the last one fills what is left. Behind them may be a space and anything. */
int __inet_aton(const char *s, struct in_addr *to)
{
	static const unsigned long most[] = {0xffffffff, 0xffffff, 0xffff, 0xff};
	unsigned long value;
	uint32_t all = 0;
	int part = 0, before = errno;
	for (;; part++) {
		char *end;
		if (!isdigit(*s)) return 0;
		value = strtoul(s, &end, 0);
		errno = before;
		if (value > 0xffffffff) return 0;
		s = end;
		if (*s != '.') break;
		if (part == 3 || value > 255) return 0;
		all |= (uint32_t)value << (24 - 8 * part);
		s++;
	}
	if ((*s && (!isascii(*s) || !isspace(*s))) || value > most[part]) return 0;
	if (to) to->s_addr = htonl(all | value);
	return 1;
}

int inet_aton(const char *s, struct in_addr *to) { return __inet_aton(s, to); }

in_addr_t inet_addr(const char *s)
{
	struct in_addr a;
	return __inet_aton(s, &a) ? a.s_addr : INADDR_NONE;
}

/* Up to four numbers up to 255, the last one lowest. */
in_addr_t inet_network(const char *s)
{
	uint32_t all = 0;
	for (int part = 0; part < 4; part++) {
		unsigned base = 10, value = 0, digits = 0;
		if (*s == '0') base = 8, digits = 1, s++;
		if (*s == 'x' || *s == 'X') base = 16, digits = 0, s++;
		for (; hex(*s) >= 0 && (hex(*s) < 10 || base == 16); s++, digits++) {
			if (hex(*s) >= base) return INADDR_NONE;
			value = value * base + hex(*s);
			if (value > 255) return INADDR_NONE;
		}
		if (!digits) return INADDR_NONE;
		all = all << 8 | value;
		if (*s != '.') {
			while (isspace(*s)) s++;
			return *s ? INADDR_NONE : all;
		}
		s++;
	}
	return INADDR_NONE;
}

struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host)
{
	uint32_t all = net < 128 ? net << 24 | (host & 0xffffff) : net < 65536 ? net << 16 | (host & 0xffff) :
		net < 16777216 ? net << 8 | (host & 0xff) : net | host;
	return (struct in_addr){htonl(all)};
}

static int network_bits(uint32_t all) { return all >> 31 == 0 ? 8 : all >> 30 == 2 ? 16 : 24; }

in_addr_t inet_netof(struct in_addr in)
{
	uint32_t all = ntohl(in.s_addr);
	return all >> (32 - network_bits(all));
}

in_addr_t inet_lnaof(struct in_addr in)
{
	uint32_t all = ntohl(in.s_addr);
	return all & (0xffffffffu >> network_bits(all));
}

/* Each number has one or two digits. What stands behind two digits of the last one does not matter. */
struct ether_addr *ether_aton_r(const char *s, struct ether_addr *to)
{
	for (int i = 0; i < 6; i++) {
		if (hex(*s) < 0) return 0;
		unsigned value = hex(*s++);
		if (i < 5 ? *s != ':' : *s && !isspace(*s)) {
			if (hex(*s) < 0) return 0;
			value = value * 16 + hex(*s++);
			if (i < 5 && *s != ':') return 0;
		}
		to->ether_addr_octet[i] = value;
		s++;
	}
	return to;
}

struct ether_addr *ether_aton(const char *s)
{
	static struct ether_addr a;
	return ether_aton_r(s, &a);
}

char *ether_ntoa_r(const struct ether_addr *a, char *to)
{
	const unsigned char *o = a->ether_addr_octet;
	sprintf(to, "%x:%x:%x:%x:%x:%x", o[0], o[1], o[2], o[3], o[4], o[5]);
	return to;
}

char *ether_ntoa(const struct ether_addr *a)
{
	static char text[18];
	return ether_ntoa_r(a, text);
}

int ether_line(const char *line, struct ether_addr *a, char *host)
{
	__homing_loss("`ether_line`");
	return -1;
}

int ether_ntohost(char *host, const struct ether_addr *a)
{
	__homing_loss("names of hosts (`ether_ntohost`)");
	return -1;
}

int ether_hostton(const char *host, struct ether_addr *a)
{
	__homing_loss("names of hosts (`ether_hostton`)");
	return -1;
}

/* Texts of errors are those of the machine's own library. */
#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

const char *hstrerror(int n) { return n < 0 ? "Resolver internal error" : n < COUNT(host_errors) ? host_errors[n] : "Unknown resolver error"; }
const char *gai_strerror(int n) { return n <= 0 && -(long)n < COUNT(address_errors) ? address_errors[-n] : "Unknown error"; }
