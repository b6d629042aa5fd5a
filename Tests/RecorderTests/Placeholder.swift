import AsyncHTTPClient
import Testing
