-- Numbers, tables, closures, strings, coroutines.
local function sieve(n)
  local composite, primes = {}, {}
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return primes
end

print(table.concat(sieve(60), " "))

local function counter(step)
  local n = 0
  return function() n = n + step; return n end
end
local a, b = counter(1), counter(10)
print(a(), a(), b(), a())

local co = coroutine.wrap(function(...)
  for _, v in ipairs({...}) do coroutine.yield(v .. "!") end
end)
print(co(table.unpack(arg)), co())

print(10 // 3, 10 % -3, 2 ^ 10, 7 / 2, 1e15, 0x10, 5 // 0.0, math.maxinteger + 1 == math.mininteger)
print(string.format("%5.2f|%-6s|%06d|%x|%q", 3.14159, "ab", 42, 255, "x\ny"))
